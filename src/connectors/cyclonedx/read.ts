import { importFormats } from "#domain/import-format.ts";
import { cut, instantOf, malformed, maxFindings, tooMany } from "../report.ts";
import type { Importer, ReadResult } from "../report.ts";
import { findingsOf } from "./finding.ts";
import { bom, bomComponent, bomTellTale } from "./schema.ts";
import type { Bom, BomComponent } from "./schema.ts";

/** Versions that say the same things by the same names. */
const VERSIONS = new Set(["1.4", "1.5", "1.6"]);
/** More is no software's bill of materials, and each is looked up for its vulnerabilities. */
const MOST_COMPONENTS = 500_000;

/**
 * A bill of materials. Its components are counted; its vulnerabilities are findings, one for each component they affect. An
 * analysis (VEX) suppresses what it closes: it is somebody's word and no scan. Without vulnerabilities it is an inventory
 * and has no findings.
 */
export const cyclonedx: Importer = {
  id: "cyclonedx",
  name: importFormats.cyclonedx,
  recognises: (json) => bomTellTale.safeParse(json).success,
  read: (json) => {
    const version = bomTellTale.safeParse(json).data?.specVersion ?? "";
    if (!VERSIONS.has(version))
      return malformed(`This is CycloneDX ${cut(version, 20)}. Versions 1.4, 1.5 and 1.6 can be read.`);
    const parsed = bom.safeParse(json);
    if (!parsed.success) return damaged(parsed.error.issues[0]?.path.join(".") ?? "");
    const file = parsed.data;
    const components = componentsOf(file);
    if (!Array.isArray(components)) return damaged(components);
    const vulnerabilities = file.vulnerabilities ?? [];
    const read = vulnerabilities.reduce(
      (sum, vulnerability) => sum + Math.max(1, vulnerability.affects?.length ?? 0),
      0,
    );
    if (read > maxFindings) return tooMany(read);
    const tool = toolOf(file);
    const product = file.metadata?.component;
    return {
      ok: true,
      report: {
        tool: tool.name,
        toolVersion: tool.version,
        scope: cut(product ? nameOf(product) : (file.serialNumber ?? ""), 300),
        // A component's name is what anybody calls it: `app`, or the dot of the folder that was scanned.
        targetNamed: false,
        observedAt: instantOf(file.metadata?.timestamp ?? undefined),
        findings: findingsOf(vulnerabilities, tool.name, namesByRef(file, components)),
        read,
        counted: { components: components.length, vulnerabilities: vulnerabilities.length },
      },
    };
  },
};

function damaged(place: string): ReadResult {
  return malformed(`This CycloneDX file cannot be read: ${place || "it"} is missing or wrong.`);
}

/** All components, also those inside others; the place of the first that is none. */
function componentsOf(file: Bom): BomComponent[] | string {
  const found: BomComponent[] = [];
  const waiting = (file.components ?? []).map((component, index) => ({ component, place: `components.${index}` }));
  for (const { component, place } of waiting) {
    const parsed = bomComponent.safeParse(component);
    if (!parsed.success) return `${place}.${parsed.error.issues[0]?.path.join(".") ?? ""}`.replace(/\.$/, "");
    found.push(parsed.data);
    for (const [index, inner] of (parsed.data.components ?? []).entries()) {
      if (waiting.length >= MOST_COMPONENTS) return "the number of its components";
      waiting.push({ component: inner, place: place.length > 200 ? place : `${place}.components.${index}` });
    }
  }
  return found;
}

function namesByRef(file: Bom, components: readonly BomComponent[]): ReadonlyMap<string, string> {
  const all = file.metadata?.component ? [file.metadata.component, ...components] : components;
  return new Map(all.flatMap((item) => (item["bom-ref"] ? [[item["bom-ref"], labelOf(item)] as const] : [])));
}

function labelOf({ purl, name, version }: BomComponent): string {
  return purl || (version ? `${name}@${version}` : name);
}

/** What was looked at whatever its version: the next version's report takes the place of this one's. */
function nameOf({ purl, name }: BomComponent): string {
  return purl?.replace(/@[^/@]*$/, "") || name;
}

/** A comma separates the tools of a report, so none may hide in a name. */
function toolOf({ metadata, components }: Bom): { readonly name: string; readonly version: string } {
  const tools = metadata?.tools;
  const list = Array.isArray(tools) ? tools : [...(tools?.components ?? []), ...(tools?.services ?? [])];
  const [first] = list;
  const name = cut(first?.name ?? "", 80).replaceAll(",", " ") || "CycloneDX";
  // Statements about vulnerabilities without a list of what was looked at: no scan's result gives way to them.
  const isVex = (components?.length ?? 0) === 0;
  return { name: isVex ? `${name} VEX` : name, version: cut(first?.version ?? "", 40) };
}
