import { Plus, Trash2, Upload } from "lucide-react";
import { Button, ButtonLink } from "#web/design/button.tsx";
import { CopyButton } from "#web/design/copy-button.tsx";
import { Icon } from "#web/design/icon.tsx";
import { Logo, LogoMark } from "#web/design/logo.tsx";
import { longWords } from "./long-words.ts";
import { Specimen, State } from "./specimen.tsx";

const kinds = ["primary", "secondary", "quiet", "danger"] as const;
const shown = ["hover", "focus-visible", "active"] as const;

/** What is pressed. */
export function Buttons() {
  return (
    <>
      <Specimen of="Button">
        {kinds.map((kind) => (
          <State key={kind} name={kind}>
            <Button kind={kind}>Seal evidence</Button>
          </State>
        ))}
        {kinds.flatMap((kind) =>
          shown.map((state) => (
            <State key={`${kind}-${state}`} name={`${kind}, ${state}`} shown={state}>
              <Button kind={kind}>Seal evidence</Button>
            </State>
          )),
        )}
        {kinds.map((kind) => (
          <State key={kind} name={`${kind}, disabled`}>
            <Button kind={kind} disabled>
              Seal evidence
            </Button>
          </State>
        ))}
        {kinds.map((kind) => (
          <State key={kind} name={`${kind}, busy`}>
            <Button kind={kind} busy="Sealing...">
              Seal evidence
            </Button>
          </State>
        ))}
        {(["small", "regular", "large"] as const).map((size) => (
          <State key={size} name={size}>
            <Button size={size} icon={Upload}>
              Upload
            </Button>
          </State>
        ))}
        <State name="icon only">
          <Button icon={Trash2} iconOnly>
            Delete
          </Button>
        </State>
        <State name="icon alone on a phone">
          <Button icon={Plus} phoneIcon>
            Add evidence
          </Button>
        </State>
        <State name="wide">
          <Button kind="primary" wide>
            Sign In
          </Button>
        </State>
        <State name="long">
          <Button>Mark as not applicable</Button>
        </State>
        <State name="foreign">
          <Button>{longWords.arabic}</Button>
        </State>
      </Specimen>
      <Specimen of="ButtonLink">
        <State name="default">
          <ButtonLink to="#main">Open the project</ButtonLink>
        </State>
        <State name="primary, hover" shown="hover">
          <ButtonLink kind="primary" to="#main">
            Open the project
          </ButtonLink>
        </State>
        <State name="focus-visible" shown="focus-visible">
          <ButtonLink to="#main" icon={Plus}>
            Open the project
          </ButtonLink>
        </State>
      </Specimen>
      <Specimen of="CopyButton">
        <State name="icon">
          <CopyButton text="EX-000123" name="Copy exhibit number" />
        </State>
        <State name="with words">
          <CopyButton text="EX-000123" name="Copy number EX-000123">
            Copy number
          </CopyButton>
        </State>
      </Specimen>
      <Specimen of="Icon">
        <State name="16 and 28 pixels">
          <Icon of={Upload} />
          <Icon of={Upload} size={28} />
        </State>
      </Specimen>
      <Specimen of="Logo" and={["LogoMark"]}>
        <State name="link">
          <Logo />
        </State>
        <State name="link, focus-visible" shown="focus-visible">
          <Logo />
        </State>
        <State name="mark alone">
          <LogoMark size={32} />
        </State>
      </Specimen>
    </>
  );
}
