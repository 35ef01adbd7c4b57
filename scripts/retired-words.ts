import { readFileSync } from "node:fs";
import { projectPaths } from "./source-files.ts";

/** Wording that nobody searches for or says aloud, and what stands in its place. Longer by a line whenever something is renamed. */
export const retired: readonly { readonly old: string; readonly use: string }[] = [
  { old: "fails where none may", use: "the finding first, then its rule and how many failed" },
  { old: "by the clock on the wall", use: "since you signed up" },
  { old: "Say what your organization is", use: "Describe your organization" },
  { old: "Let a member in", use: "Add member" },
  { old: "Let in by", use: "Added by" },
  { old: "Who sees to it", use: "Owner and due date" },
  { old: "All lines are required", use: "All fields are required." },
  { old: "Closed while this company works with", use: "Your workspace is limited to one framework" },
  { old: "Points are of the requirements", use: "how many controls these documents reach" },
  { old: "keeps information about people has more", use: "Handling personal data adds requirements." },
  { old: "answers like one that does not exist", use: "visitors see a 404" },
  { old: "Kept without a check", use: "Not mapped to a control" },
  { old: "by which you can set a new", use: "a link to reset your password" },
  { old: "Until the end of that day", use: "Due by the end of the day (UTC)." },
  { old: "It cannot be changed afterwards", use: "Notes can't be edited." },
  { old: "has come to another place", use: "Upload offset mismatch. Query the offset and resume." },
  { old: "There are no videos", use: "Guided tours" },
  { old: "You get this mail because", use: "You receive this email because" },
  { old: "nothing else will follow from it", use: "You can ignore this message." },
  { old: "was not kept any longer", use: "has expired" },
  { old: "for a reason of ours", use: "because of an error on our side" },
  { old: "circle of a matter", use: "the access list of a matter" },
  { old: "circle of its matter", use: "the access list of its matter" },
  { old: "circle of this matter", use: "the access list of this matter" },
  { old: "in its circle", use: "on its access list" },
  { old: "to its circle", use: "to its access list" },
  { old: "whose circle", use: "whose access list" },
  { old: "matter_circle", use: "app.matter_access_list" },
  { old: "privilege_lift", use: "app.privilege_waivers, app.privilege_waiver" },
  { old: "lift_privilege", use: "app.waive_privilege" },
  { old: "privilege-lift", use: "privilege-waiver" },
  { old: "lift the privilege", use: "waive the privilege" },
  { old: "lifts the privilege", use: "waives the privilege" },
  { old: "lifted the privilege", use: "waived the privilege" },
  { old: "lifting the privilege", use: "waiving the privilege" },
  { old: "privilege is lifted", use: "the privilege is waived" },
  { old: "privilege was lifted", use: "the privilege was waived" },
  { old: "tests/sweeps", use: "tests/contracts" },
  { old: "tests/journeys", use: "tests/end-to-end" },
];

/** Names in the code that stand nowhere any more: they are found as whole words in TypeScript. */
export const retiredNames: ReadonlyMap<string, string> = new Map([
  ["Surroundings", "Dependencies"],
  ["Workplace", "WorkerDependencies"],
  ["throughDoor", "callDefiner"],
  ["WayOut", "VendorClient"],
  ["openWayOut", "openVendorClient"],
  ["waysIn", "signInMethods"],
  ["takeTurn", "consumeRateLimit"],
  ["giveBack", "refund"],
  ["inTurns", "limitConcurrency"],
  ["RequestFacts", "RequestMeta"],
  ["AskingMember", "Caller"],
  ["LinkDesk", "ConnectService"],
  ["tellSession", "broadcastSession"],
  ["mustRenew", "mustRotate"],
  ["bringPasskey", "authenticateWithPasskey"],
  ["isCalledOff", "isAborted"],
  ["wonder", "reportUnexpected"],
  ["LostClaim", "LeaseLost"],
  ["PaletteEntry", "Command"],
  ["inCircle", "onAccessList"],
  ["listCircle", "readAccessList"],
  ["CirclePerson", "ListedPerson"],
  ["mayLift", "mayWaive"],
]);

/** Where old wording is history, or stands to be told apart from new. Migrations do not change once they are frozen. */
const leftAlone =
  /^(docs\/decisions\/|CHANGELOG\.md|tests\/upgrade\/|tests\/contracts\/upgrade|db\/migrations\/00([0-4]\d|50)_|docs\/glossary\.md|scripts\/retired-words)/;
const readable = /\.(tsx?|mjs|md|sql|css|html)$/;

/** Every place of a text that uses retired wording: `line: old → use`. */
export function retiredIn(text: string): string[] {
  const flat = text.replaceAll(/\s+/g, " ").toLowerCase();
  return retired
    .filter(({ old }) => flat.includes(old.toLowerCase()))
    .map(({ old, use }) => `"${old}" is retired: ${use}`);
}

/** Every retired name that a text of TypeScript uses. */
export function retiredNamesIn(text: string): string[] {
  const words = new Set(text.match(/\b[A-Za-z]\w*/g));
  return [...retiredNames].filter(([old]) => words.has(old)).map(([old, use]) => `${old} is now ${use}`);
}

if (import.meta.main) {
  const paths = projectPaths().filter((path) => readable.test(path) && !leftAlone.test(path));
  const found = paths.flatMap((path) => {
    const text = readFileSync(path, "utf8");
    return [...retiredIn(text), ...(/\.tsx?$/.test(path) ? retiredNamesIn(text) : [])].map(
      (line) => `${path}: ${line}`,
    );
  });
  for (const line of found) console.log(line);
  // A reader that sees no files would find no violations either.
  if (paths.length < 50) console.log(`Only ${paths.length} files were looked at.`);
  process.exitCode = found.length > 0 || paths.length < 50 ? 1 : 0;
}
