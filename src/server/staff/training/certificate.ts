import { calendarDate } from "#domain/calendar-date.ts";
import { statementPdf } from "../statement-pdf.ts";

interface Certified {
  readonly company: string;
  readonly name: string;
  readonly number: string;
  readonly title: string;
  readonly version: number;
  readonly score: number;
  readonly outOf: number;
  readonly at: Date;
  readonly until: Date;
  readonly ledgerIndex: number;
}

/** A certificate as a PDF of one page. The same completion gives the same bytes. */
export async function certificatePdf(facts: Certified, options?: { readonly compress?: boolean }): Promise<Buffer> {
  const { company, name, number, title, version, score, outOf, at, until, ledgerIndex } = facts;
  return await statementPdf(
    {
      company,
      kind: "Certificate of completion",
      title,
      name,
      done: `Passed on ${calendarDate(at)} with ${score} of ${outOf} answers right. Good until ${calendarDate(until)}.`,
      small: [
        `${number} in the register of people. Course version ${version}. Entry ${ledgerIndex} of the company's ledger.`,
        "Kept with Exhibit. The ledger proves that this result was not changed since.",
      ],
      at,
    },
    options,
  );
}
