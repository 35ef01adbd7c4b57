/** Who judged: the installation itself, which is nobody's account. The database writes the same in app.record_judgement. */
export const INSTALLATION = "00000000-0000-0000-0000-000000000000";

/** What the record calls it. */
export const INSTALLATION_NAME = "Exhibit";
