import { Breadcrumbs } from "#web/design/breadcrumbs.tsx";
import { Button } from "#web/design/button.tsx";
import { PageHead } from "#web/design/page-head.tsx";
import { VisuallyHidden } from "#web/design/visually-hidden.tsx";
import { longWords } from "./long-words.ts";
import { Specimen, State } from "./specimen.tsx";

const above = [
  { label: "Projects", to: "#projects" },
  { label: "SOC 2", to: "#soc-2" },
];

/** What stands at the head of a page. */
export function PageParts() {
  return (
    <>
      <Specimen of="PageHead">
        <State name="title, line and actions" wide>
          <PageHead
            title="Evidence"
            sub="41 exhibits, the newest from today"
            actions={<Button kind="primary">Add evidence</Button>}
          />
        </State>
        <State name="long, with the pages above" wide>
          <PageHead title={longWords.sentence} crumbs={above.slice(0, 1)} here={longWords.unbroken} />
        </State>
      </Specimen>
      <Specimen of="Breadcrumbs">
        <State name="two above">
          <Breadcrumbs above={above} here="Access reviews" />
        </State>
        <State name="hover" shown="hover">
          <Breadcrumbs above={above} here={longWords.japanese} />
        </State>
      </Specimen>
      <Specimen of="VisuallyHidden">
        <State name="words for a reader alone">
          <span>
            +3 <VisuallyHidden>more requirements</VisuallyHidden>
          </span>
        </State>
      </Specimen>
    </>
  );
}
