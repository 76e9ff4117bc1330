-- Uses of a code at a former shop, from which it was imported: its limit counts on from them.
ALTER TABLE coupon ADD COLUMN used_before integer NOT NULL DEFAULT 0 CHECK (used_before >= 0);
