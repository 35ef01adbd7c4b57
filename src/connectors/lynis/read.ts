import type { Finding } from "#domain/finding.ts";
import { importFormats } from "#domain/import-format.ts";
import { cut, instantOf, malformed, maxFindings, namesHost, tooMany } from "../report.ts";
import type { TextImporter } from "../report.ts";

/** The report.dat of Lynis: each warning and suggestion, and each other test by its name as run or left out. */
export const lynis: TextImporter = {
  id: "lynis",
  name: importFormats.lynis,
  recognises: (beginning) => /^\uFEFF?(?:# Lynis Report|report_version_major=)/.test(beginning),
  read: (pieces) => {
    const lines = [...pieces].join("").split(/\r?\n/);
    const pairs = lines.filter((line) => line !== "" && !line.startsWith("#"));
    const broken = pairs.findIndex((line) => !/^[^=\s]+=/.test(line));
    if (broken >= 0)
      return malformed(`This Lynis report cannot be read: “${cut(pairs[broken], 40)}” is no key and value.`);
    const values = (key: string) =>
      pairs.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));
    const ended = values("report_datetime_end")[0];
    // Written last: without it the run broke off, and a test that is not named was not reached.
    if (ended === undefined) return malformed("This Lynis report has no end, so the run broke off. Run it again.");
    const named = (key: string) => (values(key)[0] ?? "").split("|").filter((id) => id !== "");
    const warnings = values("warning[]");
    const suggestions = values("suggestion[]");
    const told = new Set([...warnings, ...suggestions].map(idOf));
    const quiet = named("tests_executed").filter((id) => !told.has(id));
    const skipped = named("tests_skipped").filter((id) => !told.has(id));
    const read = warnings.length + suggestions.length + quiet.length + skipped.length;
    if (read > maxFindings) return tooMany(read);
    const host = values("hostname")[0] ?? "";
    const finding = (rule: string, title: string, outcome: Finding["outcome"], severity: string): Finding => ({
      tool: "Lynis",
      rule: cut(rule, 200),
      title: cut(title, 300),
      outcome,
      suppressed: false,
      severity,
      resource: cut(host, 500),
      message: "",
      uid: cut(rule, 300),
    });
    return {
      ok: true,
      report: {
        tool: "Lynis",
        toolVersion: cut(values("lynis_version")[0], 40),
        scope: cut(host, 300),
        targetNamed: namesHost(host),
        observedAt: instantOf(ended.replace(" ", "T")),
        findings: [
          ...warnings.map((text) => finding(idOf(text), textOf(text), "fail", "Medium")),
          // Advice: noted, and fails nothing.
          ...suggestions.map((text) => finding(idOf(text), textOf(text), "pass", "Low")),
          ...quiet.map((id) => finding(id, "Nothing to report", "pass", "Informational")),
          ...skipped.map((id) => finding(id, "Not run here", "not looked at", "Informational")),
        ],
        read,
        counted: { warnings: warnings.length, suggestions: suggestions.length, tests: quiet.length + told.size },
      },
    };
  },
};

/** `TEST-0001|what it says|details|solution|`. */
function idOf(text: string): string {
  return text.split("|")[0]?.trim() || "unnamed";
}

function textOf(text: string): string {
  return text.split("|")[1]?.trim() || idOf(text);
}
