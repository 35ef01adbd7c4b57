import { ButtonLink } from "#web/design/button.tsx";
import { VisuallyHidden } from "#web/design/visually-hidden.tsx";
import { nextAddress, SHOW } from "./next-address.ts";
import type { NextAction } from "./next-address.ts";
import { useMayTake } from "./use-may-take.ts";

interface NextButtonProps {
  control: { readonly id: string; readonly title: string };
  next: NextAction;
  /** The project that the control is seen in. */
  projectId: string | undefined;
  /** The one that its view is for. */
  primary?: boolean | undefined;
}

/** The one next thing about a control, leading to where it is done; to the control itself for whom may not do it. */
export function NextButton({ control, next, projectId, primary }: NextButtonProps) {
  const may = useMayTake()(next.kind);
  const to = may
    ? nextAddress(control.id, next, projectId)
    : nextAddress(control.id, { ...next, kind: "fix" }, projectId);
  return (
    <ButtonLink size={primary ? "regular" : "small"} kind={primary ? "primary" : "secondary"} to={to} state={SHOW}>
      {may ? next.label : "Open control"}
      <VisuallyHidden> for {control.title}</VisuallyHidden>
    </ButtonLink>
  );
}
