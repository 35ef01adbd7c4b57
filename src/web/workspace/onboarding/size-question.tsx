import { companySizes } from "#domain/organization-profile.ts";
import type { CompanySize } from "#domain/organization-profile.ts";
import { Button } from "#web/design/button.tsx";
import { Notice } from "#web/design/states.tsx";

interface SizeQuestionProps {
  chosen: CompanySize;
  /** The band of the number that was entered. */
  other: CompanySize;
  /** As it was typed. */
  employees: string;
  onChange: () => void;
  onKeep: () => void;
}

/** Asks which of two answers that contradict each other is right: the band of sizes, or the number of employees. */
export function SizeQuestion({ chosen, other, employees, onChange, onKeep }: SizeQuestionProps) {
  return (
    <div role="alert" className="size-question">
      <Notice>
        You chose {named(chosen)} and entered {Number(employees).toLocaleString("en-US")} employees. Which is right?
        <span className="cluster above-12">
          <Button size="small" onClick={onChange}>{`Change to ${named(other)}`}</Button>
          <Button size="small" kind="quiet" onClick={onKeep}>{`Keep ${named(chosen)}`}</Button>
        </span>
      </Notice>
    </div>
  );
}

function named(size: CompanySize): string {
  const { label, note } = companySizes.find(({ key }) => key === size)!;
  return `${label} (${note})`;
}
