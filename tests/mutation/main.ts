// `npm run test:mutation` breaks the product on purpose and asks whether a test notices: first the sources of src/domain and
// src/connectors, part by part, then the database. Ends with 1 when a part's score is below the one in scores.json, or when a
// broken policy survives. It takes hours; behind the command stand what to break and how:
//
//   npm run test:mutation -- src/domain/ledger src/connectors/okta   these parts
//   npm run test:mutation -- src/domain/incident.ts                  one file
//   npm run test:mutation -- policies link_attempts                  the database, as far as it concerns that table
//   --fresh   ask again what the last run has answered of files that did not change
//   --min 80  fail below 80 % instead of below scores.json
//   --keep    write the scores into scores.json
import { breakDatabase } from "./policies.ts";
import { breakSources } from "./sources.ts";

const [first, ...rest] = process.argv.slice(2);
if (first === "policies") process.exitCode = await breakDatabase(rest);
else {
  const code = await breakSources(process.argv.slice(2));
  process.exitCode = first === undefined ? code || (await breakDatabase([])) : code;
}
