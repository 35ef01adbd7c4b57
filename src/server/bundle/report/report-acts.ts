import { calendarDate } from "#domain/calendar-date.ts";
import type { RecordedActs, Signed } from "../recorded-acts.ts";
import type { WithdrawnItem } from "../withdrawn-items.ts";
import type { Block, Section, Table } from "./report-model.ts";
import { moment, plain, wholeHash } from "./report-words.ts";

/** What people decided, each under a letter: accepted failures, tests, what does not apply, what is out of scope or withdrawn. */
export function actSections(acts: RecordedActs, withdrawn: readonly WithdrawnItem[]): Section[] {
  return [
    { number: "F", title: "Accepted failures", blocks: blocksOf(acceptedFailures(acts), "No failure is accepted.") },
    { number: "T", title: "Tests by people", blocks: blocksOf(tests(acts), "No check rests on a person's test.") },
    { number: "N", title: "Not applicable", blocks: blocksOf(notApplicable(acts), "Everything asked applies.") },
    { number: "S", title: "Systems out of scope", blocks: blocksOf(outOfScope(acts), "No system is out of scope.") },
    { number: "W", title: "Withdrawn exhibits", blocks: blocksOf(withdrawals(withdrawn), "No exhibit was withdrawn.") },
  ];
}

const blocksOf = (table: Table, none: string): Block[] =>
  table.rows.length > 0 ? [table] : [{ kind: "note", text: none }];

type Row = Table["rows"][number]["cells"];

const tableOf = (label: string, columns: Table["columns"], rows: readonly Row[]): Table => ({
  kind: "table",
  label,
  columns,
  rows: rows.map((cells, index) => ({ number: String(index + 1), cells })),
});

const day = (on: string) => calendarDate(new Date(`${on}T00:00:00Z`));
const decidedBy = ({ by, at }: Signed) => ({ text: plain(by), note: calendarDate(at) });
const until = (signed: Signed) => ({ text: signed.until === null ? "No end date" : day(signed.until) });

function acceptedFailures({ accepted }: RecordedActs): Table {
  const columns = [
    { head: "Check", share: 24 },
    { head: "Reason and treatment", share: 40 },
    { head: "Accepted by", share: 19 },
    { head: "Until", share: 17 },
  ];
  const rows = accepted.map((item): Row => {
    const reason = { text: plain(item.reason), note: plain(item.treatment) };
    return [{ text: item.check, note: "Failing, accepted" }, reason, decidedBy(item), until(item)];
  });
  return tableOf("Accepted failures", columns, rows);
}

function tests({ tests: all }: RecordedActs): Table {
  const columns = [
    { head: "Check", share: 24 },
    { head: "Conclusion", share: 40 },
    { head: "Tested by", share: 19 },
    { head: "Until", share: 17 },
  ];
  const rows = all.map((item): Row => {
    const rests = item.exhibits.length === 0 ? "" : ` Exhibits: ${item.exhibits.join(" ")}.`;
    return [
      { text: item.check, ...(item.part !== null && { note: item.part }) },
      { text: plain(item.conclusion), note: `Population: ${plain(item.source)}.${rests}` },
      decidedBy(item),
      until(item),
    ];
  });
  return tableOf("Tests by people", columns, rows);
}

const leftOutColumns = (head: string) => [
  { head, share: 24 },
  { head: "Reason", share: 40 },
  { head: "Decided by", share: 19 },
  { head: "Until", share: 17 },
];

function notApplicable({ notApplicable: all }: RecordedActs): Table {
  const rows = all.map((item): Row => [
    { text: item.what, note: item.kind },
    { text: plain(item.reason) },
    decidedBy(item),
    until(item),
  ]);
  return tableOf("Not applicable", leftOutColumns("What"), rows);
}

function outOfScope({ outOfScope: all }: RecordedActs): Table {
  const rows = all.map((item): Row => [
    { text: plain(item.system), note: item.kinds },
    { text: plain(item.reason) },
    decidedBy(item),
    until(item),
  ]);
  return tableOf("Systems out of scope", leftOutColumns("System"), rows);
}

function withdrawals(items: readonly WithdrawnItem[]): Table {
  const columns = [
    { head: "Exhibit", share: 13 },
    { head: "Reason", share: 31 },
    { head: "Withdrawn (UTC)", share: 20 },
    { head: "SHA-256", share: 36 },
  ];
  const rows = items.map((item): Row => [
    { text: item.exhibit, record: true },
    { text: plain(item.reason), note: plain(item.withdrawnBy) },
    { text: moment(item.withdrawnAt), record: true },
    { text: wholeHash(item.sha256), record: true },
  ]);
  return tableOf("Withdrawn exhibits", columns, rows);
}
