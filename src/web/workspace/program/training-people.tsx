import { SearchInput } from "#web/design/input.tsx";
import { Table } from "#web/design/table.tsx";
import { PageTurns } from "../page-turns.tsx";
import { personColumns } from "./training-columns.tsx";
import type { Person, Training } from "./training-columns.tsx";
import type { PeoplePages } from "./use-people-pages.ts";

interface TrainingPeopleProps {
  training: Training;
  pages: PeoplePages;
  /** The page that was asked for last is still on its way. */
  turning: boolean;
  send: ((person: Person) => void) | undefined;
}

const counted = (count: number) => (count === 1 ? "1 person" : `${count.toLocaleString("en-US")} people`);

/** People with what they have yet to do, late ones first, to search and to turn through. */
export function TrainingPeople({ training, pages, turning, send }: TrainingPeopleProps) {
  const { people, found, next } = training;
  return (
    <>
      <h2 className="title-card above-24">People</h2>
      <div className="toolbar records-toolbar">
        <SearchInput
          label="Search people"
          placeholder="Search people"
          value={pages.text}
          maxLength={200}
          onChange={(event) => pages.type(event.target.value)}
        />
      </div>
      {found === 0 && !turning ? (
        <p className="padded-16 quiet">Nobody matches “{pages.search}”.</p>
      ) : (
        <Table
          label="People"
          marginHead="PER"
          margin={({ number }) => number.slice(number.indexOf("-") + 1)}
          columns={personColumns(training, send)}
          rowKey={({ personId }) => personId}
          sections={[{ title: "", rows: people }]}
        />
      )}
      <div className="register-foot pages">
        <span role="status">
          {people.length < found ? `${people.length} of ${counted(found)}` : counted(found)}
          {found > 1 && ", late ones first"}
        </span>
        <PageTurns previous={pages.back} next={next === null ? undefined : () => pages.turn(next)} turning={turning} />
      </div>
    </>
  );
}
