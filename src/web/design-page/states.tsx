import { Button } from "#web/design/button.tsx";
import { NotThere } from "#web/design/not-there.tsx";
import { Screen } from "#web/design/screen.tsx";
import { SkeletonLines } from "#web/design/skeleton.tsx";
import { EmptyState, FailedState, Notice, SecondFactorNeeded } from "#web/design/states.tsx";
import { longWords } from "./long-words.ts";
import { Specimen, State } from "./specimen.tsx";

const refetch = () => {};
const faces = {
  loading: { data: undefined, error: null, refetch },
  empty: { data: [] as readonly string[], error: null, refetch },
  failed: { data: undefined, error: { code: "internal", message: "It did not work.", requestId: "8f14e45f" }, refetch },
  ready: { data: ["EX-000123"], error: null, refetch },
};

/** The faces of everything that is fetched. */
export function States() {
  return (
    <>
      <Specimen of="Screen">
        {Object.entries(faces).map(([name, data]) => (
          <State key={name} name={name}>
            <Screen
              data={data}
              loading={<SkeletonLines lines={2} />}
              empty={{
                when: (items) => items.length === 0,
                show: <EmptyState title="No evidence yet">Upload the first file.</EmptyState>,
              }}
            >
              {(items) => <p className="mono">{items.join(", ")}</p>}
            </Screen>
          </State>
        ))}
      </Specimen>
      <Specimen of="EmptyState" and={["NotThere", "SecondFactorNeeded"]}>
        <State name="with an action">
          <EmptyState title="No evidence yet" action={<Button kind="primary">Add evidence</Button>}>
            Upload a file, or connect a tool that does.
          </EmptyState>
        </State>
        <State name="long">
          <EmptyState title={longWords.german}>{longWords.unbroken}</EmptyState>
        </State>
        <State name="not there">
          <NotThere message="This exhibit does not exist, or not for you." />
        </State>
        <State name="a second factor is needed">
          <SecondFactorNeeded />
        </State>
      </Specimen>
      <Specimen of="FailedState">
        <State name="with a request">
          <FailedState message="The server did not answer." requestId="8f14e45fceea167a" onRetry={() => {}} />
        </State>
        <State name="long">
          <FailedState message={longWords.unbroken} onRetry={() => {}} />
        </State>
      </Specimen>
      <Specimen of="Notice">
        <State name="with an action" wide>
          <Notice action={<Button size="small">Connect</Button>}>One connection ends in three days.</Notice>
        </State>
        <State name="long" wide>
          <Notice>{longWords.unbroken}</Notice>
        </State>
      </Specimen>
    </>
  );
}
