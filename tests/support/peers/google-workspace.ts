import { startOverlay } from "./overlay.ts";
import type { OverlayAnswer } from "./overlay.ts";
import type { Peer } from "./peer.ts";
import { startPrism } from "./prism.ts";

/** The Policy and Reports APIs are not in the description: nobody on this machine confirms them. */
const undescribed = /^\/(v1\/policies|admin\/reports\/)/;

/** Google's Directory API by Prism, on the description that Google publishes; each list ends with its first page. */
export async function startPeer(): Promise<Peer & { asked(): readonly string[] }> {
  const prism = await startPrism("google-admin");
  const asked: string[] = [];
  const before = async (url: URL, ask: (path: string) => Promise<any>): Promise<OverlayAnswer> => {
    if (undescribed.test(url.pathname)) return { status: 200, body: {} };
    const body = await ask(`${url.pathname}${url.search}`);
    const refused = typeof body?.type === "string" && body.type.includes("stoplight.io/prism");
    asked.push(`${refused ? body.status : 200} ${url.pathname}`);
    if (refused) return { status: body.status, body };
    delete body.nextPageToken;
    return { status: 200, body };
  };
  const overlay = await startOverlay(
    async () => ({ origin: prism.origin, headers: { authorization: "Bearer anything" } }),
    {
      before,
    },
  );
  const { origin } = overlay;
  return {
    endpoints: { admin: origin, cloudidentity: origin, oauth2: origin, accounts: origin },
    typed: { administrator: "admin@example.com" },
    method: "service-account",
    asked: () => asked,
    close: async () => {
      await overlay.close();
      await prism.close();
    },
  };
}
