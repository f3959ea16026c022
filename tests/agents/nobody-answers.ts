/** Whoever wants to go to the internet is refused at once, instead of after a time that depends on the machine. */
export function nobodyAnswers(): Record<string, string> {
	const proxy = 'http://127.0.0.1:9';
	const direct = 'localhost,127.0.0.1';
	return {
		HTTP_PROXY: proxy,
		HTTPS_PROXY: proxy,
		http_proxy: proxy,
		https_proxy: proxy,
		NO_PROXY: direct,
		no_proxy: direct,
	};
}
