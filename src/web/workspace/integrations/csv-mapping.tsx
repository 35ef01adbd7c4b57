import { csvMeanings, csvOutcomes, outcomeWord } from "#domain/csv-mapping.ts";
import type { CsvMeaning, CsvOutcome } from "#domain/csv-mapping.ts";
import { Field } from "#web/design/field.tsx";
import { Input, Select } from "#web/design/input.tsx";
import type { CsvChoice, useCsv } from "./use-csv.ts";
import { SavedMapping } from "./saved-mapping.tsx";
import { wordsOf } from "./use-csv.ts";

const labels: Readonly<Record<CsvMeaning, string>> = {
  rule: "Rule",
  title: "Title",
  outcome: "Outcome",
  severity: "Severity",
  resource: "Resource",
  message: "Message",
  date: "Date",
};
const means: Readonly<Record<CsvOutcome, string>> = {
  pass: "Pass",
  fail: "Fail",
  unknown: "Unknown",
  "not applicable": "Not applicable",
};
const SHOWN_ROWS = 5;

interface CsvMappingFormProps {
  csv: ReturnType<typeof useCsv>;
  choice: CsvChoice;
  fileName: string;
}

/** What the columns of a CSV file mean: a saved mapping, or a new one; and how its first rows are read then. */
export function CsvMappingForm({ csv, choice, fileName }: CsvMappingFormProps) {
  return (
    <>
      {csv.fitting.length > 0 && <SavedMapping key={choice.id ?? ""} {...{ csv, choice, fileName }} />}
      {choice.id === undefined && <NewMapping csv={csv} choice={choice} />}
      <CsvPreview choice={choice} />
    </>
  );
}

function NewMapping({ csv, choice }: Omit<CsvMappingFormProps, "fileName">) {
  const { beginning, mapping } = choice;
  const words = wordsOf(beginning, mapping.columns.outcome);
  return (
    <>
      <Field label="Mapping name" help="We save this mapping and suggest it for files with the same first row.">
        <Input value={mapping.name} maxLength={60} onChange={(event) => csv.change({ name: event.target.value })} />
      </Field>
      <fieldset className="csv-columns">
        <legend className="field-label">Match the columns</legend>
        {csvMeanings.map((meaning) => (
          <Field key={meaning} label={labels[meaning]}>
            <Select
              value={mapping.columns[meaning] ?? ""}
              onChange={(event) => csv.setColumn(meaning, event.target.value)}
            >
              <option value="">{meaning === "rule" || meaning === "outcome" ? "Choose a column" : "None"}</option>
              {[...new Set(beginning.header)].map((column) => (
                <option key={column} value={column}>
                  {column || "(no name)"}
                </option>
              ))}
            </Select>
          </Field>
        ))}
      </fieldset>
      {words.length > 12 && (
        <p className="compact quiet">
          This column has {words.length} different values. Outcome columns usually have few, so check your choice.
        </p>
      )}
      {words.length > 0 && words.length <= 12 && (
        <fieldset className="csv-columns">
          <legend className="field-label">Match the values</legend>
          {words.map((word) => (
            <Field key={word} label={word === "" ? "(empty)" : word}>
              <Select
                value={mapping.words[word] ?? "unknown"}
                onChange={(event) =>
                  csv.change({ words: { ...mapping.words, [word]: event.target.value as CsvOutcome } })
                }
              >
                {csvOutcomes.map((outcome) => (
                  <option key={outcome} value={outcome}>
                    {means[outcome]}
                  </option>
                ))}
              </Select>
            </Field>
          ))}
        </fieldset>
      )}
    </>
  );
}

/** The first rows as they will be read. */
function CsvPreview({ choice: { beginning, mapping } }: { choice: CsvChoice }) {
  const shown = csvMeanings.filter((meaning) => mapping.columns[meaning] !== undefined);
  if (shown.length === 0) return null;
  const cell = (row: readonly string[], meaning: CsvMeaning) => {
    const text = row[beginning.header.indexOf(mapping.columns[meaning] ?? "")] ?? "";
    if (meaning !== "outcome") return text.length > 60 ? `${text.slice(0, 59)}…` : text;
    const outcome = mapping.words[outcomeWord(text)];
    return outcome ? means[outcome] : `${text} (not matched)`;
  };
  return (
    <div className="preview preview-table csv-preview" role="group" aria-label="First rows" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Row</th>
            {shown.map((meaning) => (
              <th key={meaning} scope="col">
                {labels[meaning]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {beginning.rows.slice(0, SHOWN_ROWS).map((row, index) => (
            <tr key={index}>
              <td>{index + 2}</td>
              {shown.map((meaning) => (
                <td key={meaning}>{cell(row, meaning)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
