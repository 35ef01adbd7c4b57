import * as z from "zod";
import { change } from "./endpoint.ts";
import { controlId, id, nothing, plainText, shortText } from "./fields.ts";

const path = z.strictObject({ companyId: id, evidenceId: id });
const someControls = z.array(controlId).max(22).default([]);

/** The longest name of an item, in characters. */
const NAME_CHARS = 200;

/** What a person types to rename an item. */
export const evidenceName = shortText("Please enter a name", NAME_CHARS);

/** What changes of an item after it was filed: its name and its controls. What was sealed stays. */
export const evidenceChanges = {
  rename: change({
    method: "PATCH",
    access: "evidence.change",
    path: "/companies/{companyId}/evidence/{evidenceId}",
    summary: "Rename an item; the name it was filed with stays in its seal and in its chain of custody",
    records: "evidence.renamed",
    input: path.extend({ name: evidenceName }),
    output: nothing,
    fails: ["not-found", "item-withdrawn", "privileged-change"],
  }),
  refile: change({
    access: "evidence.change",
    path: "/companies/{companyId}/evidence/{evidenceId}/controls",
    summary:
      "Add an item to controls and remove it from others, with a reason; answers what changed, and nothing is deleted",
    records: "evidence.refiled",
    input: path
      .extend({
        add: someControls,
        remove: someControls,
        /** Why it leaves controls; not needed where it leaves none. */
        reason: plainText(1000).default(""),
      })
      .refine(({ add, remove }) => add.length + remove.length > 0, {
        path: ["add"],
        message: "Choose at least one control",
      })
      .refine(({ remove, reason }) => remove.length === 0 || reason.trim() !== "", {
        path: ["reason"],
        message: "Please give a reason",
      }),
    output: z.strictObject({
      /** Controls that it counts for now, and did not before. */
      added: z.array(controlId),
      removed: z.array(controlId),
    }),
    fails: [
      "not-found",
      "unknown-control",
      "item-withdrawn",
      "privileged-change",
      "item-replaced",
      "report-being-read",
      "no-control-left",
      "decides-checks",
    ],
  }),
};
