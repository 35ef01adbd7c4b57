import type { PrintedDocument } from "#domain/printed/layout.ts";

/** Every risk with what is done about it. */
export const riskRegister: PrintedDocument = {
  document: "risk.risk-register",
  about: "Every open risk with its residual rating, treatment, owner and due date, and who accepted what is accepted.",
  confirmed: ["risks", "approvals"],
  needs: ["risks"],
  tables: [
    {
      title: "Risks",
      list: "risks",
      rows: ["risk", "risks"],
      columns: ["number", "title", "residual", "standing", "treatment", "plan", "actionIds", "ownerId", "dueOn"],
    },
    {
      title: "Accepted risks",
      list: "approvals",
      rows: ["acceptance", "acceptances"],
      where: { field: "kind", is: ["risk-acceptance"] },
      columns: ["number", "riskId", "score", "reason", "expiresOn", "approval"],
    },
    {
      title: "Risk appetite",
      list: "approvals",
      rows: ["approval", "approvals"],
      where: { field: "kind", is: ["risk-appetite"] },
      columns: ["number", "subject", "score", "reason", "expiresOn", "approval"],
    },
  ],
};
