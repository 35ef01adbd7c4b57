import type { PrintedDocument } from "#domain/printed/layout.ts";
import { APPLICABILITY } from "#domain/registers/snapshot.ts";

/** Which requirements of the frameworks in use apply, and which controls meet them. */
export const statementOfApplicability: PrintedDocument = {
  document: "risk.statement-of-applicability",
  about:
    "Each requirement of the frameworks that the company works with: whether it applies, the controls for it, how each stood when this was sealed, and why a requirement is left out. Below, the risks that these controls lower.",
  confirmed: ["risks"],
  needs: [APPLICABILITY],
  tables: [
    {
      title: "Requirements",
      list: APPLICABILITY,
      rows: ["requirement", "requirements"],
      columns: [
        { label: "Framework", field: "framework" },
        { label: "Requirement", field: "requirement" },
        { label: "Title", field: "title" },
        { label: "Applies", field: "applies" },
        { label: "Controls", field: "controls" },
        { label: "Reason", field: "reason" },
      ],
    },
    {
      title: "Risks and their controls",
      list: "risks",
      rows: ["risk", "risks"],
      columns: ["number", "title", "lowersLikelihood", "lowersImpact", "treatment", "residual"],
    },
  ],
};
