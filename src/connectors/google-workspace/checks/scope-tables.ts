import type { Table } from "#domain/facts/reading.ts";

const AUTH = "https://www.googleapis.com/auth/";
const named = <Meaning extends string>(names: string, meaning: Meaning) =>
  names.split(" ").map((name) => [AUTH + name, meaning] as const);

/**
 * What a scope lets an app do with mail and files: read or change all of either, or neither
 * (developers.google.com/identity/protocols/oauth2/scopes). Any other is not known.
 */
export const SCOPES: Table<"broad" | "narrow"> = {
  "https://mail.google.com/": "broad",
  openid: "narrow",
  email: "narrow",
  profile: "narrow",
  ...Object.fromEntries([
    ...named("gmail.readonly gmail.modify gmail.compose gmail.insert gmail.send gmail.metadata", "broad"),
    ...named("gmail.settings.basic gmail.settings.sharing", "broad"),
    ...named("drive drive.readonly drive.metadata drive.metadata.readonly drive.scripts drive.meet.readonly", "broad"),
    ...named("documents documents.readonly spreadsheets spreadsheets.readonly", "broad"),
    ...named("presentations presentations.readonly cloud-platform", "broad"),
    ...named("drive.file drive.appdata drive.appfolder drive.install", "narrow"),
    ...named("userinfo.email userinfo.profile", "narrow"),
    ...named("calendar calendar.readonly calendar.events calendar.events.readonly calendar.freebusy", "narrow"),
  ]),
};
