#!/bin/sh
# Run once by the image of PostgreSQL, in an empty cluster: the owner of the schema and the role that serves the shop.
set -eu
psql --no-psqlrc --set=ON_ERROR_STOP=1 \
  --set=owner_password="$OWNER_PASSWORD" --set=shop_password="$SHOP_PASSWORD" <<'SQL'
create role anode_owner login password :'owner_password';
create role anode_shop login password :'shop_password';
create database anode owner anode_owner;
SQL
