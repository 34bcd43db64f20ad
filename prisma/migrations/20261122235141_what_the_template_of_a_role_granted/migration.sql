-- What the template of a built-in role granted when its permissions were stored: where the two differ, the workspace
-- decided otherwise; in all else the role follows the template (lib/access/rules.ts).
ALTER TABLE "custom_role" ADD COLUMN     "template_permissions" TEXT[] DEFAULT ARRAY[]::TEXT[];
