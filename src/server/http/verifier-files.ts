import { readFile } from "node:fs/promises";
import { Hono } from "hono";
import { entityOf, send } from "./entity.ts";
import type { Entity } from "./entity.ts";
import { securityHeaders } from "./security-headers.ts";

interface Deps {
  readonly appUrl: string;
  /** File of the verifier as a program, and as a page. */
  readonly verifier: string;
  readonly verifyPage: string;
}

/** A newer version serves another one at the same address. */
const CACHE = "public, max-age=300";

/**
 * `/verify.mjs` and `/verify.html`: the verifier apart from every bundle, byte for byte the files whose SHA-256 is
 * published. The page keeps the policy that it has on disk: no network, and no script but its own. Where the files have
 * not been built there is nothing at these addresses.
 */
export async function verifierFiles(deps: Deps): Promise<Hono> {
  const site = new Hono();
  const program = await readFile(deps.verifier).catch(() => undefined);
  const page = await readFile(deps.verifyPage).catch(() => undefined);
  const serve = (path: string, entity: Entity) => site.get(path, (c) => send(entity, c.req.raw));
  if (program)
    serve(
      "/verify.mjs",
      entityOf(program, {
        "content-type": "text/javascript; charset=utf-8",
        "content-disposition": 'attachment; filename="verify.mjs"',
        "cache-control": CACHE,
      }),
    );
  if (page)
    serve(
      "/verify.html",
      entityOf(page, {
        ...securityHeaders(deps.appUrl),
        "content-security-policy": `${policyOf(page.toString())}; frame-ancestors 'none'`,
        "content-type": "text/html; charset=utf-8",
        "cache-control": CACHE,
      }),
    );
  return site;
}

/** The policy that the page has in itself; a page without one is not ours. */
function policyOf(page: string): string {
  const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1];
  if (policy === undefined) throw new Error("verify.html has no policy of its own");
  return policy;
}
