import type { FrameworkKey, Requirement } from "./types.ts";

// Lazily, table by table: together they weigh more than the rest of a page, and most pages need none of them.
const tables: Readonly<Record<FrameworkKey, () => Promise<readonly Requirement[]>>> = {
  soc2: async () => (await import("./frameworks/soc2.ts")).soc2,
  hipaa: async () => (await import("./frameworks/hipaa.ts")).hipaa,
  iso27001: async () => (await import("./frameworks/iso27001.ts")).iso27001,
  pcidss: async () => (await import("./frameworks/pcidss.ts")).pcidss,
  fedramp: async () => (await import("./frameworks/fedramp.ts")).fedramp,
  fisma: async () => (await import("./frameworks/fisma.ts")).fisma,
  nistcsf: async () => (await import("./frameworks/nistcsf.ts")).nistcsf,
  gdpr: async () => (await import("./frameworks/gdpr.ts")).gdpr,
  ccpa: async () => (await import("./frameworks/ccpa.ts")).ccpa,
};

/** A framework's requirements with their titles, in the framework's own order. */
export async function loadRequirements(framework: FrameworkKey): Promise<readonly Requirement[]> {
  return await tables[framework]();
}
