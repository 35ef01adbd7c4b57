import { startOverlay } from "./overlay.ts";
import type { OverlayAnswer } from "./overlay.ts";
import type { Peer } from "./peer.ts";
import { startPrism } from "./prism.ts";

/** In no description on this machine: nobody here confirms them. */
const undescribed =
  /^\/(reports\/authenticationMethods\/userRegistrationDetails|roleManagement\/directory\/roleEligibilityScheduleInstances|policies\/permissionGrantPolicies|groups\/[^/]+\/transitiveMembers)$/;

/**
 * Microsoft Graph by Prism, on the description that Microsoft publishes. An overlay puts the version in front of the paths, and
 * ends each list with its first page, because the examples name a next page that is nowhere.
 */
export async function startPeer(): Promise<Peer & { asked(): readonly string[] }> {
  const prism = await startPrism("graph");
  const asked: string[] = [];
  const before = async (url: URL, ask: (path: string) => Promise<any>): Promise<OverlayAnswer> => {
    const path = url.pathname.replace(/^\/v1\.0/, "");
    if (undescribed.test(path)) return { status: 200, body: { value: [] } };
    // A field of users that this older description lacks; learn.microsoft.com/graph/api/resources/signinactivity has it in v1.0.
    const body = await ask(`${path}${url.search.replace(/(,|%2C)signInActivity/, "")}`);
    const refused = typeof body?.type === "string" && body.type.includes("stoplight.io/prism");
    asked.push(`${refused ? body.status : 200} ${path}`);
    if (refused) return { status: body.status, body };
    delete body["@odata.nextLink"];
    return { status: 200, body };
  };
  const overlay = await startOverlay(
    async () => ({ origin: prism.origin, headers: { authorization: "Bearer anything" } }),
    {
      before,
    },
  );
  return {
    endpoints: { graph: overlay.origin, login: overlay.origin },
    typed: { tenantId: "11111111-1111-4111-8111-111111111111" },
    method: "own-application",
    asked: () => asked,
    close: async () => {
      await overlay.close();
      await prism.close();
    },
  };
}
