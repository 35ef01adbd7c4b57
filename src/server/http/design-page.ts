import { Hono } from "hono";
import { readBuiltFiles } from "./built-files.ts";
import { send } from "./entity.ts";
import { securityHeaders } from "./security-headers.ts";

const ADDRESS = "/dev/design";

interface Deps {
  /** Folder of the page that shows every component, as scripts/build-design-page.ts makes it. */
  readonly folder: string;
  readonly appUrl: string;
}

/** `/dev/design`: every component in every state, under the policy of all pages. Nothing where it was not built. */
export async function designPage({ folder, appUrl }: Deps): Promise<Hono> {
  const { pages, assets } = await readBuiltFiles(folder);
  const page = pages.get("index.html");
  const site = new Hono();
  if (page !== undefined)
    site.get(ADDRESS, (c) => c.html(page, 200, { ...securityHeaders(appUrl), "cache-control": "no-store" }));
  site.get(`${ADDRESS}/*`, async (c, next) => {
    const file = assets.get(c.req.path.slice(ADDRESS.length));
    return file ? send(file, c.req.raw) : next();
  });
  return site;
}
