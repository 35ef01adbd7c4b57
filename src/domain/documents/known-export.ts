/** An export of another product, by what its folder holds. */
export interface KnownExport {
  readonly product: "Drata";
  /** Paths of what describes the export and is no evidence, or comes in it a second time. */
  readonly leftOut: readonly string[];
}

const DESCRIBING = new Set(["auditinfo.txt", "controls-to-requirements.csv", "evidence_manifest.html"]);

/**
 * Tells an export that its maker has described. Drata's evidence package: `AuditInfo.txt`, `Controls-to-Requirements.csv` and
 * `evidence_manifest.html` beside `ControlEvidence/`, whose folders are controls, and `Evidence/`, which holds the same files once more
 * under shorter names. Undefined for any other folder, whose own names are read like anybody's.
 */
export function knownExport(paths: readonly string[]): KnownExport | undefined {
  const top = (path: string) => path.split("/").at(-1)!.toLowerCase();
  const describing = paths.filter((path) => DESCRIBING.has(top(path)));
  if (!describing.some((path) => top(path) === "evidence_manifest.html")) return undefined;
  const root = describing[0]!.slice(0, describing[0]!.lastIndexOf("/") + 1);
  const isUnder = (path: string, folder: string) => path.toLowerCase().startsWith(`${root}${folder}/`.toLowerCase());
  const hasControls = paths.some((path) => isUnder(path, "ControlEvidence"));
  const again = hasControls ? paths.filter((path) => isUnder(path, "Evidence")) : [];
  return { product: "Drata", leftOut: [...describing, ...again] };
}
