/** Lines that may declare something: with a word for it, or a name with parameters or a type after it. */
const DECLARES =
	/^\s*(?:export|import|declare|abstract|class|interface|type|enum|namespace|module|(?:async\s+)?function|const|let|var|public|protected|static|readonly|get|set)\b|^\s*(?:async\s+)?[\w$#]+\??\s*[<(:]/;
const STATEMENT = /^\s*(?:if|for|while|switch|case|catch|return|throw|await|default)\b/;

/**
 * True when the lines that declare something differ, so that other files may see the change. It errs on the safe side: it looks at
 * lines, not at what is exported.
 */
export function signaturesDiffer(before: string, after: string): boolean {
	return linesOf(before) !== linesOf(after);
}

function linesOf(text: string): string {
	return text
		.split('\n')
		.filter(line => DECLARES.test(line) && !STATEMENT.test(line))
		.join('\n');
}
