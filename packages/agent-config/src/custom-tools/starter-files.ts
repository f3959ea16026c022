/** A pair of files to start from: a small tool that works. */
export function starterFiles(name: string): { base: string; metadata: string; script: string } {
	const base = name.replaceAll(/[._]/g, '-');
	return {
		base,
		metadata: `# What agents see of the tool. The script is ${base}.mjs.
alias: ${JSON.stringify(name)}
description: Counts how often a text occurs in a file.
# query: only reads; action: changes something; waitable: may take minutes and reports progress.
response: query
params:
  path:
    type: string
    required: true
    description: File to look at.
    # The script gets it relative to the workspace folder, however it was given.
    resolve: workspace-relative
  text:
    type: string
    required: true
    minLength: 1
    description: Text to look for.
mcp:
  llm:
    when_to_use: When only the number matters.
    parameter_hints:
      text: { examples: [TODO] }
`,
		script: `/**
 * Runs in a process of its own, in the workspace folder. It gets
 *   params     the arguments, checked
 *   hawser     hawser.call(tool, input): any other tool of this window; its data, or an error with a code
 *   workspace  workspace.folder: absolute path
 *   signal     an AbortSignal: the call was cancelled
 *   progress   progress('half of it') or progress({ message, done, total })
 *   log        log('for the user'): into the output channel of Hawser
 * and returns data that JSON can hold.
 */
export default async function ({ params, hawser }) {
	const { total } = await hawser.call('text_search', { query: params.text, include: params.path, limit: 1 });
	return { path: params.path, text: params.text, total };
}
`,
	};
}
