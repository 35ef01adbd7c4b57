import { Link } from "react-router";
import { Button } from "#web/design/button.tsx";
import { addressOfPolicy } from "./policies.ts";
import type { PolicyLibrary } from "./policies.ts";
import { usePolicyLibrary } from "./use-policy-library.ts";

const SHOWN = 3;

/** Policies in force that say otherwise than the company answers now. */
export function AnswersNotice({ library, onOpen }: { library: PolicyLibrary; onOpen: () => void }) {
  const titles = new Map(library.differing.map(({ policyId, title }) => [policyId, title]));
  if (titles.size === 0) return null;
  const more = titles.size - SHOWN;
  return (
    <section className="policy-waiting" aria-label="Answered otherwise since">
      <div>
        <p className="strong">
          {titles.size === 1 ? "1 policy in force says" : `${titles.size} policies in force say`} otherwise than your
          answers.
        </p>
        <ul>
          {[...titles].slice(0, SHOWN).map(([policyId, title]) => (
            <li key={policyId}>
              <Link className="link" to={addressOfPolicy(policyId)}>
                {title}
              </Link>
            </li>
          ))}
          {more > 0 && <li className="fine faint">and {more} more</li>}
        </ul>
      </div>
      <Button size="small" onClick={onOpen}>
        Show Answers
      </Button>
    </section>
  );
}

/** On a policy's page: in what its text in force says otherwise than the company answers now. Nothing changes it by itself. */
export function AnsweredOtherwise({ policyId }: { policyId: string }) {
  const { library } = usePolicyLibrary();
  const own = library.data?.differing.filter((found) => found.policyId === policyId) ?? [];
  if (own.length === 0) return null;
  const asked = new Map(library.data?.questions.map((question) => [question.key, question]));
  const saidOf = (key: string) => {
    const said = library.data?.answers.find(({ question }) => question === key)?.answer;
    return asked
      .get(key)
      ?.answers.find(({ answer }) => answer === said)
      ?.label.toLowerCase();
  };
  return (
    <section className="policy-otherwise" aria-label="Answered otherwise since">
      <p className="strong">The version in force says otherwise than your answers. A new version can say what is so.</p>
      <ul>
        {own.map(({ question, text, promised }) => (
          <li key={text}>
            {promised ? "It promises" : "It does not promise"}: “{text}”{" "}
            <span className="own-line fine faint">
              {asked.get(question)?.question} Answered “{saidOf(question)}”{promised ? "." : " since."}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
