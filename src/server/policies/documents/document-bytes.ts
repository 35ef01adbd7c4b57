import { policyAsPdf } from "./pdf-policy.ts";
import type { PrintedText } from "./printed-policy.ts";

/** As what a text is printed. */
export type DocumentFormat = "pdf" | "docx";

/** What a thread that makes documents answers: the document, or that it was given no policy. */
export type MadeDocument = { readonly bytes: Uint8Array } | { readonly refused: true };

/** A text as the file that it is printed as. It takes the processor for as long as a hundred answers. */
export async function documentBytes(format: DocumentFormat, printed: PrintedText): Promise<MadeDocument> {
  return { bytes: new Uint8Array(format === "pdf" ? await policyAsPdf(printed) : await word(printed)) };
}

/** Its library is large, and read where it is needed. */
async function word(text: PrintedText): Promise<Buffer> {
  const { policyAsWord } = await import("./word-policy.ts");
  return await policyAsWord(text);
}
