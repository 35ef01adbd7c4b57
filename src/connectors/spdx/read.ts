import * as z from "zod";
import { importFormats } from "#domain/import-format.ts";
import { cut, instantOf, malformed } from "../report.ts";
import type { Importer } from "../report.ts";

const tellTale = z.object({ spdxVersion: z.string().regex(/^SPDX-\d/), SPDXID: z.string() });

const spdxDocument = tellTale.extend({
  name: z.string(),
  creationInfo: z.object({ created: z.string(), creators: z.array(z.string()).min(1) }),
  packages: z.array(z.object({ SPDXID: z.string(), name: z.string() })).nullish(),
  files: z.array(z.object({ SPDXID: z.string(), fileName: z.string() })).nullish(),
});

/**
 * An SPDX document: a list of software and its licenses. It knows of no vulnerabilities, so it has no findings: what it
 * lists is counted, and it judges nothing.
 */
export const spdx: Importer = {
  id: "spdx",
  name: importFormats.spdx,
  recognises: (json) => tellTale.safeParse(json).success,
  read: (json) => {
    const version = tellTale.safeParse(json).data?.spdxVersion ?? "";
    if (version !== "SPDX-2.3" && version !== "SPDX-2.2")
      return malformed(`This is ${cut(version, 20)}. SPDX 2.3 and 2.2 in JSON can be read.`);
    const parsed = spdxDocument.safeParse(json);
    if (!parsed.success) {
      const place = parsed.error.issues[0]?.path.join(".") || "it";
      return malformed(`This SPDX document cannot be read: ${place} is missing or wrong.`);
    }
    const { name, creationInfo, packages, files } = parsed.data;
    const ids = (packages ?? []).map((item) => item.SPDXID);
    if (new Set(ids).size !== ids.length)
      return malformed("This SPDX document cannot be read: two of its packages have the same id.");
    const creator = creationInfo.creators.find((creator) => creator.startsWith("Tool: ")) ?? creationInfo.creators[0]!;
    return {
      ok: true,
      report: {
        tool: cut(creator.replace(/^\w+:\s*/, "").replaceAll(",", " "), 80) || "SPDX",
        toolVersion: "",
        scope: cut(name, 300),
        targetNamed: false,
        observedAt: instantOf(creationInfo.created),
        findings: [],
        read: 0,
        counted: { packages: ids.length, files: files?.length ?? 0 },
      },
    };
  },
};
