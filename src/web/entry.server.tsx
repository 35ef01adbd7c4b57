import { prerender } from "react-dom/static";
import { ServerRouter } from "react-router";
import type { EntryContext } from "react-router";
import { scriptsAfterPaint } from "./scripts-after-paint.ts";

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
  const html = await new Response(prelude).text();
  // The empty shell of the workspace shows nothing until its scripts have run, and the dev server's have an order of their own.
  const asBuilt = context.isSpaMode || import.meta.env.DEV;
  return new Response(asBuilt ? html : scriptsAfterPaint(html), { status, headers });
}
