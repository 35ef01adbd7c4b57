import { prerender } from "react-dom/static";
import { ServerRouter } from "react-router";
import type { EntryContext } from "react-router";

/**
 * Renders a page into a file. Pages are made once, when they are built, so nothing is streamed: each is whole and in
 * its own order, and reads without scripts, however large a part of it is that hydrates later.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const { prelude } = await prerender(<ServerRouter context={context} url={request.url} />, {
    progressiveChunkSize: Number.MAX_SAFE_INTEGER,
    onError(error) {
      throw error;
    },
  });
  headers.set("Content-Type", "text/html");
  return new Response(scriptsLast(await new Response(prelude).text()), { status, headers });
}

const modulePreload = /<link rel="modulepreload"[^>]*>/g;

/**
 * The page reads without its scripts, and not without its style and its type, so those are fetched first. React puts
 * the preloads of scripts before everything else.
 */
function scriptsLast(html: string): string {
  const preloads = (html.match(modulePreload) ?? []).map((link) => link.replace("<link", '<link fetchpriority="low"'));
  return html.replace(modulePreload, "").replace("</head>", () => `${preloads.join("")}</head>`);
}
