import { Card } from "@/lib/ui/kit/cards/card";
import rows from "@/lib/ui/kit/lists/rows.module.css";
import { RelativeTime } from "@/lib/ui/kit/time/relative-time";
import { numberText } from "@/lib/ui/kit/words/counts";
import { CardRows } from "@/lib/ui/operators/card-rows";
import { type SignInProblem, useSignInProblems } from "@/lib/ui/operators/queries";

/** What each failure means to operators, and where to look. */
const MEANINGS: Record<SignInProblem["reason"], [title: string, advice: string]> = {
  invalid_state: [
    "took too long, or used twice",
    "It took over ten minutes, an address was opened twice, or people opened the service at an address other than BASE_URL.",
  ],
  access_denied: ["declined", "The person declined at the provider, or their account here is deactivated."],
  no_email: ["no email address", "The provider sent none. Check which scopes and claims it provides."],
  token_exchange_failed: [
    "not confirmed by the provider",
    "Check the client ID, the client secret and the callback address. The log has the provider's answer.",
  ],
  userinfo_failed: ["identity not readable", "The provider did not say who it was. The log has the reason."],
  provider_error: [
    "provider failed",
    "It can't be reached, or reports an error. Check its address and settings. The log has the reason.",
  ],
  too_many_attempts: ["too many attempts", "One network began more sign-ins than the limit allows."],
  sign_up_closed: ["no account", "SIGN_UP is closed: nobody new can sign up."],
  invite_needed: ["not invited", "SIGN_UP is invited: a new account needs an open invite to its address."],
  email_domain: ["address of another domain", "SIGN_UP_EMAIL_DOMAINS does not list it."],
  email_unverified: [
    "address not verified",
    "The provider does not say that it verified the address. Your sign-up settings need that.",
  ],
};

/** Why people could not sign in, how often, and when last. */
export function SignInCard() {
  const problems = useSignInProblems();
  return (
    <Card id="sign-in" title="Sign-in problems" note="In the last 7 days">
      <CardRows query={problems} what="the sign-in problems" none="Nobody failed to sign in.">
        {(each) => {
          const [title, advice] = MEANINGS[each.reason];
          return (
            <li className={rows.row} key={`${each.provider} ${each.reason}`}>
              <div className={rows.main}>
                <p className={`${rows.name} ${rows.wrapping}`}>
                  {each.provider_name}: {title}
                </p>
                <p className={`${rows.detail} ${rows.wrapping}`}>
                  {advice} Last <RelativeTime at={each.last_at} />.
                </p>
              </div>
              <span className={rows.side}>
                {numberText(each.count_24h)} in 24 hours
                <br />
                {numberText(each.count_7d)} in 7 days
              </span>
            </li>
          );
        }}
      </CardRows>
    </Card>
  );
}
