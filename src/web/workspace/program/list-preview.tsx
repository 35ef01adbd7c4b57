import type * as z from "zod";
import type { contract } from "#web/contract.ts";
import { Mark } from "#web/design/mark.tsx";
import { accountsOf, counted } from "./reviews/reviews.ts";
import "./program.css";

type Preview = z.output<typeof contract.reviews.previewList.output>;

/** What a list says: how many accounts, and of a wrong one every row. */
export function ListPreview({ preview, name }: { preview: Preview; name: string }) {
  const { accounts, disabled, administrators, service, wrong, problems, sample, leftOut } = preview;
  return (
    <div className="stack" aria-live="polite">
      <p className="apart compact">
        <span className="wraps">{name}</span>
        {wrong > 0 ? (
          <Mark finding="failing">
            {counted(wrong)} {wrong === 1 ? "row is" : "rows are"} wrong
          </Mark>
        ) : (
          <Mark finding="sealed">{accountsOf(accounts)}</Mark>
        )}
      </p>
      <p className="compact quiet wraps">
        {wrong > 0
          ? "Nothing is added while a row is wrong. Fix the file and choose it again."
          : `${counted(administrators)} administrators, ${counted(service)} service accounts, ${counted(disabled)} disabled and left out. The first: ${sample.join(", ")}.`}
        {leftOut.length > 0 &&
          ` Columns left out: ${leftOut.map((header) => header || "one without a name").join(", ")}.`}
      </p>
      {problems.length > 0 && (
        <div className="import-problems" role="region" aria-label="Wrong rows" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">Row</th>
                <th scope="col">What is wrong</th>
              </tr>
            </thead>
            <tbody>
              {problems.map(({ row, message }, index) => (
                <tr key={index}>
                  <td>{row}</td>
                  <td className="wraps">{message}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}
