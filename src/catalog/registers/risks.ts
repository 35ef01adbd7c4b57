import { daysAfterDay } from "#domain/registers/record-task.ts";
import { riskWords } from "#domain/registers/residual-risk.ts";
import type { Register } from "#domain/registers/register.ts";
import { systemKinds } from "../systems.ts";
import { dataClasses } from "./data-classes.ts";
import { contributors, everyone, managers } from "./rights.ts";
import { appetiteOf, riskPlaces } from "./risk-ratings.ts";

const LIKELIHOOD = ["Rare", "Unlikely", "Possible", "Likely", "Almost certain"];
const IMPACT = ["Negligible", "Minor", "Moderate", "Major", "Severe"];

/** What could go wrong, how bad it would be, and what is done about it. */
export const risks: Register = {
  key: "risks",
  label: "Risks",
  singular: "risk",
  summary: "What could go wrong: how likely, how bad, which controls lower it, and what you do about the rest.",
  group: "Risks",
  prefix: "RSK",
  title: "title",
  fields: {
    title: { type: "text", label: "Risk", origin: "stated", required: true },
    about: { type: "long text", label: "What could happen", origin: "stated" },
    systemKinds: {
      type: "list",
      of: "choice",
      label: "Systems it concerns",
      origin: "stated",
      choices: Object.fromEntries(Object.entries(systemKinds).map(([kind, { label }]) => [kind, label])),
      hint: "Each kind of system in scope needs a rated risk.",
    },
    data: {
      type: "list",
      of: "choice",
      label: "Data it concerns",
      origin: "stated",
      choices: dataClasses,
      hint: "Each class of your data needs a rated risk.",
    },
    likelihood: {
      type: "scale",
      label: "Likelihood",
      origin: "stated",
      steps: LIKELIHOOD,
      hint: "Without any control. Rare: less than once in 10 years. Almost certain: several times a year.",
    },
    impact: {
      type: "scale",
      label: "Impact",
      origin: "stated",
      steps: IMPACT,
      hint: "Without any control. Severe: it could end the company.",
    },
    ratedOn: { type: "date", label: "Rated on", origin: "stated", past: true },
    lowersLikelihood: {
      type: "list",
      of: "control",
      label: "Controls that lower likelihood",
      origin: "stated",
      hint: "Each lowers it by one step while it passes.",
    },
    lowersImpact: {
      type: "list",
      of: "control",
      label: "Controls that lower impact",
      origin: "stated",
      hint: "Each lowers it by one step while it passes.",
    },
    raisedLikelihood: {
      type: "scale",
      label: "Likelihood is at least",
      origin: "stated",
      steps: LIKELIHOOD,
      hint: "Raises the residual risk. Nothing lowers it by hand.",
    },
    raisedImpact: {
      type: "scale",
      label: "Impact is at least",
      origin: "stated",
      steps: IMPACT,
      hint: "Raises the residual risk. Nothing lowers it by hand.",
    },
    treatment: {
      type: "choice",
      label: "Treatment",
      origin: "stated",
      choices: { reduce: "Reduce", avoid: "Avoid", transfer: "Transfer or insure", accept: "Accept" },
      hint: "An accepted risk needs a leader's approval under Approvals.",
    },
    plan: { type: "long text", label: "Plan", origin: "stated" },
    actionIds: { type: "list", of: "record", to: "actions", label: "Actions", origin: "stated" },
    ownerId: { type: "person", label: "Owner", origin: "stated", active: true },
    dueOn: {
      type: "date",
      label: "Due on",
      origin: "stated",
      hint: "When the treatment is done, or an accepted risk is looked at again.",
    },
  },
  beside: {
    controls: true,
    registers: { approvals: ["kind", "score", "expiresOn"] },
    only: { approvals: { field: "kind", is: "risk-appetite" } },
  },
  derived: {
    residual: {
      label: "Residual risk",
      hint: "Likelihood × impact, one step less for each control that passes.",
      overTime: true,
      of: (fields, _, __, { passing }) => {
        const places = riskPlaces(fields, passing);
        return places ? riskWords(places.residual) : "Not rated";
      },
    },
    inherent: {
      label: "Inherent risk",
      hint: "As rated, without any control.",
      of: (fields, _, __, { passing }) => {
        const places = riskPlaces(fields, passing);
        return places ? riskWords(places.inherent) : "Not rated";
      },
    },
    standing: {
      label: "Against your appetite",
      of: (fields, today, _, beside) => {
        const [places, appetite] = [riskPlaces(fields, beside.passing), appetiteOf(today, beside)];
        if (!places) return "Not rated";
        if (appetite === undefined) return "No appetite approved";
        return places.residual.score > appetite ? `Above ${appetite}` : `Within ${appetite}`;
      },
      mark: (said) => (said.startsWith("Within") ? "good" : said.startsWith("Above") ? "late" : "missing"),
    },
  },
  grid: {
    label: "Residual risks",
    up: { label: "Likelihood", steps: LIKELIHOOD },
    across: { label: "Impact", steps: IMPACT },
    of: (fields, { passing }) => {
      const places = riskPlaces(fields, passing);
      return places && { up: places.residual.likelihood, across: places.residual.impact };
    },
    most: appetiteOf,
    above: "over appetite",
    words: (most) =>
      most === undefined
        ? "No risk appetite is approved. Add one under Approvals."
        : `Your risk appetite is ${most} of 25.`,
  },
  tasks: [
    {
      key: "rate",
      standing: { single: "to rate again", many: "to rate again" },
      title: (what) => `Rate ${what} again`,
      together: (count) => `Rate ${count} risks again`,
      detail: "A rating counts for a year",
      of: "kept",
      has: ["ratedOn"],
      from: { ratedOn: 365 },
      ahead: 30,
      due: daysAfterDay("ratedOn", 365),
    },
  ],
  due: {
    field: "dueOn",
    of: ({ dueOn }) => (typeof dueOn === "string" ? dueOn : undefined),
    words: "Due on",
    over: "Was due on",
  },
  states: { open: "Open", ended: "Closed" },
  endReasons: ["No longer possible", "Part of another risk", "Entered by mistake"],
  rights: { read: everyone, write: contributors, confirm: managers },
  confirms: [
    "title",
    "systemKinds",
    "data",
    "likelihood",
    "impact",
    "ratedOn",
    "lowersLikelihood",
    "lowersImpact",
    "raisedLikelihood",
    "raisedImpact",
    "treatment",
  ],
  confirmedForDays: 365,
  views: [
    { key: "open", label: "Open", state: "open", sort: "number" },
    { key: "closed", label: "Closed", state: "ended", sort: "changed" },
  ],
  columns: ["residual", "standing", "treatment", "ownerId", "dueOn"],
  csv: [
    "title",
    "about",
    "systemKinds",
    "data",
    "likelihood",
    "impact",
    "ratedOn",
    "lowersLikelihood",
    "lowersImpact",
    "raisedLikelihood",
    "raisedImpact",
    "treatment",
    "plan",
    "actionIds",
    "ownerId",
    "dueOn",
  ],
  csvKey: "title",
  checks: ["risk.assessed-within-year", "risk.treatment-owned", "risk.acceptance-signed"],
  documents: ["risk.assessment-report", "risk.risk-register", "risk.statement-of-applicability"],
};
