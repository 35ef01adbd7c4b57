import type { Act } from "./event.ts";
import { group } from "./event.ts";
import { named, text } from "./words.ts";

const event = group("Documents");

const aDocument = ({ details }: Act) => named(details["title"], "a document");
/** The item with the document it was filed as. */
const filed = (act: Act) => `${text(act.details["exhibit"], "an item")} as ${aDocument(act)}`;
const because = ({ details }: Act) => text(details["reason"], "without a reason");

/** That it stands instead of the review by who filed it. */
const replaced = ({ details }: Act) =>
  details["replaces"] === "own" ? ", which only the person who filed it had accepted" : "";

/** Which exercises filed their report when they were closed. */
const byClosing = ({ details: { exercises } }: Act) =>
  Array.isArray(exercises) && exercises.length > 0 ? `, by closing ${exercises.map(String).join(", ")}` : "";

export const documentsEvents = {
  "document.filed": event(
    "Document filed",
    (act) =>
      `filed ${filed(act)} for ${text(act.details["from"], "a day")} to ${text(act.details["to"], "a day")}${byClosing(act)}`,
  ),
  "document.withdrawn": event("Document withdrawn", (act) => `withdrew ${filed(act)}`),
  "document.accepted": event(
    "Document accepted",
    (act) =>
      `accepted ${filed(act)}${act.details["own"] === true ? ", which they had filed: nobody else could review it" : ""}${replaced(act)}`,
  ),
  "document.returned": event("Document returned", (act) => `returned ${filed(act)}${replaced(act)}: ${because(act)}`),
  "document.reviewWithdrawn": event("Review withdrawn", (act) => `withdrew their review of ${filed(act)}`),
  "document.notApplicable": event(
    "Document not applicable",
    (act) =>
      `declared that ${aDocument(act)} does not apply until ${text(act.details["until"], "a day")}: ${because(act)}`,
  ),
  "document.applicable": event(
    "Document applicable again",
    (act) => `withdrew the declaration that ${aDocument(act)} does not apply`,
  ),
};
