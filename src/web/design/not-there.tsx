import { ButtonLink } from "./button.tsx";
import { BlankLabel } from "./exhibit-label.tsx";
import { usePanelAlone } from "./use-phone.ts";

/** The list that a page belongs to. */
export interface WayBack {
  readonly label: string;
  readonly to: string;
}

/** What was asked for does not exist, or not for this person: asking again would not help, so there is a way on instead. */
export function NotThere({ message, back }: { message: string; back?: WayBack | undefined }) {
  const alone = usePanelAlone();
  const Heading = back || alone ? "h1" : "h2";
  return (
    <div className="empty" role="alert">
      <BlankLabel />
      <div>
        <Heading>{back ? "Page Not Found" : "Not found"}</Heading>
        <p>{message}</p>
        {back && (
          <ButtonLink kind="primary" to={back.to}>
            {back.label}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
