import { conditionsOf, inFull } from "./capabilities/conditions.ts";
import { capabilities, capabilityKeys } from "./capabilities/index.ts";
import type { CapabilityKey, CapabilityStatus } from "./capabilities/index.ts";
import { facts, heading, list, text } from "./document-blocks.ts";
import type { DocumentationPage } from "./document-blocks.ts";

/** Whether somebody would be misled who is not told: it is coming, not done, or bound to a plan or to the operator. */
function isLimited(key: CapabilityKey): boolean {
  return capabilities[key].status !== "kept" || conditionsOf(key) !== "";
}

/** The page, and at its end what of its subject is limited, as the table has it. */
export function withCapabilities(page: DocumentationPage): DocumentationPage {
  const limited = capabilityKeys.filter((key) => capabilities[key].documentation === page.key && isLimited(key));
  if (limited.length === 0) return page;
  const rows = limited.map((key) => `${capabilities[key].name}. ${capabilities[key].sentence} ${conditionsOf(key)}`);
  return { ...page, blocks: [...page.blocks, heading("Limits"), list(...rows.map((row) => row.trim()))] };
}

const rowsOf = (status: CapabilityStatus) =>
  facts(
    ...capabilityKeys
      .filter((key) => capabilities[key].status === status)
      .map((key): [string, string] => [capabilities[key].name, inFull(key)]),
  );

/** The whole table. */
export const capabilityPage: DocumentationPage = {
  key: "what-exhibit-does",
  title: "What Exhibit does",
  about: "All of it on one page: what works, what is coming and what Exhibit does not do.",
  blocks: [
    text(
      "The public site and this documentation are made from this table. Each row that works has tests that show it.",
    ),
    heading("Works"),
    rowsOf("kept"),
    heading("Coming"),
    rowsOf("coming"),
    heading("Not done"),
    rowsOf("not"),
  ],
};
