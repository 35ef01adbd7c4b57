import { prefilledReviewKeys } from "#domain/reviews/prefilled-review-keys.ts";
import { Button } from "#web/design/button.tsx";
import { lazily } from "#web/lazily.tsx";
import { ContactTest } from "./contact-test.tsx";
import type { Register } from "./registers.ts";

const PrefilledReviewDialog = lazily(() => import("./prefilled-review-dialog.tsx"));

interface PrefilledReviewsProps {
  register: Register;
  doing: string;
  onDo: (what: string) => void;
  onClose: () => void;
  onAdded: (id: string) => void;
}

/** What a register of tests offers: periodic reviews that open with what connected systems show, and the test of a published contact. */
export function PrefilledReviews({ register, doing, onDo, onClose, onAdded }: PrefilledReviewsProps) {
  const choices = register.fields.find(({ key }) => key === "reviewOf")?.choices ?? [];
  const open = prefilledReviewKeys.find((key) => doing === `review-${key}`);
  if (!register.may.write) return null;
  return (
    <>
      <div className="confirmation-line">
        <div className="narrows">
          <p>Start a periodic review</p>
          <p className="compact quiet">It opens with what your systems show. You write the conclusion.</p>
        </div>
        <div className="cluster">
          {choices.map(({ key, label }) => (
            <Button key={key} size="small" onClick={() => onDo(`review-${key}`)}>
              {label}
            </Button>
          ))}
        </div>
        {open && (
          <PrefilledReviewDialog key={open} register={register} review={open} onClose={onClose} onAdded={onAdded} />
        )}
      </div>
      <ContactTest
        register={register}
        isOpen={doing === "contact"}
        onOpen={() => onDo("contact")}
        onClose={onClose}
        onAdded={onAdded}
      />
    </>
  );
}
