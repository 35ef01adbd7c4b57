import { Button } from "#web/design/button.tsx";
import { WaitingHeading } from "../waiting-heading.tsx";

interface LinkWorkProps {
  /** What is being done with a mailed link. */
  text: string;
  /** Tries again after no answer came. */
  again?: () => void;
}

/** While the link of a mail is used there is nothing to do but wait. */
export default function LinkWork({ text, again }: LinkWorkProps) {
  return (
    <>
      <WaitingHeading text={text} />
      {again && (
        <Button kind="primary" onClick={again}>
          Try again
        </Button>
      )}
    </>
  );
}
