// node scripts/compare-readers.ts [FILE...]: whether our importers count in a report what @mitre/hdf-converters counts, which others
// wrote. It takes 272 packages and half a minute, so it is installed into a folder of its own when somebody asks, and is no
// dependency. Without files it compares those in tests/data/reports. Ends with 1 where a count differs.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { readReport } from "#connectors/importers.ts";

const READER = "@mitre/hdf-converters@2.12.6";
const samples = ["openscap-xccdf-results.xml.gz", "openscap-arf.xml.gz", "eslint.sarif", "npm.cdx.json"].map((name) =>
  path.resolve(import.meta.dirname, "../tests/data/reports", name),
);

interface Hdf {
  readonly profiles: readonly {
    readonly controls: readonly { readonly results?: readonly { readonly status: string }[] }[];
  }[];
}
type Mapper = new (text: string) => { toHdf(): Hdf | Readonly<Record<string, Hdf>> };
type Counts = Readonly<Record<string, number>>;

const folder = path.join(tmpdir(), "exhibit-other-reader");
await mkdir(folder, { recursive: true });
await writeFile(path.join(folder, "package.json"), '{ "private": true }');
execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", READER], {
  cwd: folder,
  stdio: "ignore",
});
const theirs = createRequire(path.join(folder, "package.json"))("@mitre/hdf-converters") as Record<string, Mapper>;

const mappers: Readonly<Record<string, string>> = {
  xccdf: "XCCDFResultsMapper",
  arf: "XCCDFResultsMapper",
  sarif: "SarifMapper",
  cyclonedx: "CycloneDXSBOMResults",
  asff: "ASFFResults",
};

const files = process.argv.slice(2);
for (const file of files.length > 0 ? files : samples) {
  const bytes = readFileSync(file);
  const text = (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString();
  const result = readReport(text);
  if (!result.ok) throw new Error(`${file}: ${result.refusal.message}`);
  const { report, importer } = result;
  const isArf = /<[\w:-]*asset-report-collection[\s>]/.test(text.slice(0, 4_096));
  const mapper = mappers[isArf ? "arf" : importer.id];
  if (!mapper) {
    process.stdout.write(`${path.basename(file)}: the other reader has no ${importer.id}\n`);
    continue;
  }
  const hdf = new theirs[mapper]!(isArf ? benchmarkOf(text) : text).toHdf();
  const other = counted("profiles" in hdf ? [hdf as Hdf] : Object.values(hdf));
  const own: Counts = {
    all: report.read,
    // What is not applicable, left out, or not looked at is skipped there.
    failed: report.findings.filter(({ outcome }) => outcome === "fail").length,
    passed: report.findings.filter(({ outcome }) => outcome === "pass").length,
  };
  // What a level or rating means differs between readers: of SARIF and CycloneDX the results are counted, and not judged.
  const compared = importer.id === "xccdf" ? ["all", "failed", "passed"] : ["all"];
  const differ = compared.filter((name) => (own[name] ?? 0) !== (other[name] ?? 0));
  process.stdout.write(`${path.basename(file)}: ${differ.length === 0 ? "equal" : `differs in ${differ.join(", ")}`}`);
  process.stdout.write(` (${compared.map((name) => `${name} ${own[name]}, there ${other[name] ?? 0}`).join("; ")})\n`);
  if (differ.length > 0) process.exitCode = 1;
}

function counted(all: readonly Hdf[]): Counts {
  const counts: Record<string, number> = { all: 0 };
  for (const { controls } of all.flatMap(({ profiles }) => profiles))
    for (const { status } of controls.flatMap(({ results = [] }) => results)) {
      counts["all"]! += 1;
      counts[status] = (counts[status] ?? 0) + 1;
    }
  return counts;
}

/** The benchmark in an ARF with the test result that stands beside it, as an XCCDF file holds both: no result is touched. */
function benchmarkOf(arf: string): string {
  const [benchmark = ""] = /<xccdf-1\.2:Benchmark[\s\S]*?<\/xccdf-1\.2:Benchmark>/.exec(arf) ?? [];
  const [result = ""] = /<TestResult[\s\S]*?<\/TestResult>/.exec(arf) ?? [];
  return benchmark
    .replace(/<(\/?)xccdf-1\.2:/g, "<$1")
    .replace("<Benchmark ", '<Benchmark xmlns="http://checklists.nist.gov/xccdf/1.2" ')
    .replace(/<\/Benchmark>$/, `${result}</Benchmark>`);
}
