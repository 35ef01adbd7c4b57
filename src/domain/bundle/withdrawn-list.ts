import type { BundleContent } from "./bundle-source.ts";

/** Exhibits that were withdrawn: their numbers, hashes and custody, without what they hold. */
export const WITHDRAWN = "withdrawn.json";

const LIMIT = 100e6;

/** The numbers of the exhibits that the bundle names as withdrawn; none where it has no such list, or one that cannot be read. */
export async function withdrawnIn(content: BundleContent): Promise<ReadonlySet<string>> {
  if (!content.found.has(WITHDRAWN)) return new Set();
  try {
    const listed: unknown = JSON.parse((await content.text(WITHDRAWN, LIMIT)) ?? "");
    const all: unknown[] = Array.isArray(listed) ? listed : [];
    return new Set(
      all.flatMap((item) => {
        const { exhibit } = (item ?? {}) as { readonly exhibit?: unknown };
        return typeof exhibit === "string" ? [exhibit] : [];
      }),
    );
  } catch {
    return new Set();
  }
}
