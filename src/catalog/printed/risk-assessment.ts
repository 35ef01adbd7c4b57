import type { PrintedDocument } from "#domain/printed/layout.ts";

/** Every risk as it was rated within the year. */
export const riskAssessment: PrintedDocument = {
  document: "risk.assessment-report",
  about:
    "The risks that were rated by likelihood and impact within the period: what each concerns, how it was rated without any control, and what is left of it with the controls that passed when this was sealed.",
  confirmed: ["risks", "data", "approvals"],
  needs: ["risks"],
  tables: [
    {
      title: "Risks",
      list: "risks",
      rows: ["risk", "risks"],
      inPeriod: "ratedOn",
      columns: [
        "number",
        "title",
        "about",
        "systemKinds",
        "data",
        "inherent",
        "lowersLikelihood",
        "lowersImpact",
        "residual",
        "standing",
        "ratedOn",
      ],
    },
    {
      title: "Risk appetite",
      list: "approvals",
      rows: ["approval", "approvals"],
      where: { field: "kind", is: ["risk-appetite"] },
      columns: ["number", "subject", "score", "reason", "expiresOn", "approval"],
    },
    {
      title: "Data that was assessed",
      list: "data",
      rows: ["kind of data", "kinds of data"],
      states: ["open", "waiting"],
      columns: ["number", "name", "class", "ownerId"],
    },
  ],
};
