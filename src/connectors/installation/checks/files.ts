import { everyOf } from "#domain/facts/population.ts";
import { Truth } from "#domain/facts/truth.ts";
import type { ConnectorCheck } from "../../check.ts";
import { everyItem, observed } from "../../facts.ts";

const DAYS = 30;
const resource = { type: "installation", id: "files", label: "Stored files" };

export const filesWhole: ConnectorCheck = {
  id: "installation.files.whole",
  version: 1,
  title: "Every stored file was checked within 30 days and none is damaged",
  severity: "high",
  hint: "Run scrub, and put damaged files back from a backup.",
  answers: [],
  steps: ["files"],
  judge(facts) {
    const files = everyItem(facts, "installation.files", "files");
    const oldest = new Date(facts.now.getTime() - DAYS * 86_400_000);
    const shown = Truth.of(
      files.members.length === 1 ? true : "unknown",
      files.members.map(({ data }) => data.path),
    );
    const truth = shown.and(
      everyOf(files, ({ data }) =>
        data
          .at("damaged")
          .number()
          .atMost(0)
          .andThen(() => data.at("finishedAt").orNone().instant().atLeast(oldest, false)),
      ),
    );
    return [
      observed(resource, truth, {
        observed: truth.say({
          yes: "all were checked, none is damaged",
          no: "a file is damaged, or not all were checked in time",
          unknown: "the state of stored files was not read",
        }),
        wanted: `all checked within ${DAYS} days, none damaged`,
      }),
    ];
  },
};
