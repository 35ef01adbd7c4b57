import type { client } from "#web/api.ts";

/** So many drafts are created with one request: what is done is told after each. */
const AT_ONCE = 3;

type Added = Awaited<ReturnType<typeof client.policies.addDrafts>>["added"];

/**
 * Creates drafts of these policies, some with each request, and tells after each how many are done. A refusal ends it, and is answered beside
 * what was created until then.
 */
export async function addDrafts(
  documentIds: readonly string[],
  add: (documentIds: string[]) => Promise<{ readonly added: Added }>,
  told: (done: number) => void,
): Promise<{ readonly added: Added; readonly problem?: unknown }> {
  const added: Added = [];
  for (let from = 0; from < documentIds.length; from += AT_ONCE) {
    try {
      added.push(...(await add(documentIds.slice(from, from + AT_ONCE))).added);
    } catch (problem) {
      return { added, problem };
    }
    told(Math.min(from + AT_ONCE, documentIds.length));
  }
  return { added };
}
