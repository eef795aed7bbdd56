/*
 * tables.c - the tables of PostgreSQL's catalog, as far as clients ask them.
 *
 * Source: PostgreSQL 15 documentation, chapters 53 (system catalogs), 54 (system views) and 37
 * (the information schema).  Most are empty here: there are no indexes, triggers or rules.
 */
#include <stdio.h>
#include <string.h>

#include "server/wire/pg/own.h"

const tacit_pg_table TACIT_PG_TABLES[] = {
    { false, "pg_class",
      "oid:oid relname:name relnamespace:oid reltype:oid reloftype:oid relowner:oid relam:oid "
      "relfilenode:oid reltablespace:oid relpages:int4 reltuples:float4 relallvisible:int4 "
      "reltoastrelid:oid relhasindex:bool relisshared:bool relpersistence:char relkind:char "
      "relnatts:int2 relchecks:int2 relhasrules:bool relhastriggers:bool relhassubclass:bool "
      "relrowsecurity:bool relforcerowsecurity:bool relispopulated:bool relreplident:char "
      "relispartition:bool relrewrite:oid relfrozenxid:int8 relminmxid:int8 relacl:_text "
      "reloptions:_text relpartbound:text tableoid:oid" },
    { false, "pg_attribute",
      "attrelid:oid attname:name atttypid:oid attstattarget:int4 attlen:int2 attnum:int2 "
      "attndims:int4 attcacheoff:int4 atttypmod:int4 attbyval:bool attalign:char attstorage:char "
      "attcompression:char attnotnull:bool atthasdef:bool atthasmissing:bool attidentity:char "
      "attgenerated:char attisdropped:bool attislocal:bool attinhcount:int4 attcollation:oid "
      "attacl:_text attoptions:_text attfdwoptions:_text attmissingval:text" },
    { false, "pg_namespace", "oid:oid nspname:name nspowner:oid nspacl:_text tableoid:oid" },
    { false, "pg_type",
      "oid:oid typname:name typnamespace:oid typowner:oid typlen:int2 typbyval:bool typtype:char "
      "typcategory:char typispreferred:bool typisdefined:bool typdelim:char typrelid:oid "
      "typsubscript:text typelem:oid typarray:oid typinput:text typoutput:text typreceive:text "
      "typsend:text typalign:char typstorage:char typnotnull:bool typbasetype:oid typtypmod:int4 "
      "typndims:int4 typcollation:oid typdefaultbin:text typdefault:text typacl:_text "
      "tacit_shown:text" },
    { false, "pg_database",
      "oid:oid datname:name datdba:oid encoding:int4 datlocprovider:char datistemplate:bool "
      "datallowconn:bool datconnlimit:int4 datfrozenxid:int8 datminmxid:int8 dattablespace:oid "
      "datcollate:text datctype:text daticulocale:text datcollversion:text datacl:_text" },
    { false, "pg_roles",
      "rolname:name rolsuper:bool rolinherit:bool rolcreaterole:bool rolcreatedb:bool "
      "rolcanlogin:bool rolreplication:bool rolconnlimit:int4 rolpassword:text rolvaliduntil:text "
      "rolbypassrls:bool rolconfig:_text oid:oid" },
    { false, "pg_user",
      "usename:name usesysid:oid usecreatedb:bool usesuper:bool userepl:bool usebypassrls:bool "
      "passwd:text valuntil:text useconfig:_text" },
    { false, "pg_tables",
      "schemaname:name tablename:name tableowner:name tablespace:name hasindexes:bool "
      "hasrules:bool hastriggers:bool rowsecurity:bool" },
    { false, "pg_description", "objoid:oid classoid:oid objsubid:int4 description:text" },
    { false, "pg_am", "oid:oid amname:name amhandler:text amtype:char" },
    { false, "pg_collation",
      "oid:oid collname:name collnamespace:oid collowner:oid collprovider:char "
      "collisdeterministic:bool collencoding:int4 collcollate:text collctype:text "
      "colliculocale:text collversion:text" },
    { false, "pg_settings",
      "name:text setting:text unit:text category:text short_desc:text extra_desc:text context:text "
      "vartype:text source:text min_val:text max_val:text enumvals:_text boot_val:text "
      "reset_val:text sourcefile:text sourceline:int4 pending_restart:bool" },
    { false, "pg_tablespace", "oid:oid spcname:name spcowner:oid spcacl:_text spcoptions:_text" },
    { false, "pg_aggregate", "aggfnoid:oid aggkind:char aggnumdirectargs:int2" },
    { false, "pg_attrdef", "oid:oid adrelid:oid adnum:int2 adbin:text" },
    { false, "pg_authid", "oid:oid rolname:name rolsuper:bool rolcanlogin:bool" },
    { false, "pg_auth_members", "roleid:oid member:oid grantor:oid admin_option:bool" },
    { false, "pg_available_extensions",
      "name:name default_version:text installed_version:text comment:text" },
    { false, "pg_cast",
      "oid:oid castsource:oid casttarget:oid castfunc:oid castcontext:char castmethod:char" },
    { false, "pg_constraint",
      "oid:oid conname:name connamespace:oid contype:char condeferrable:bool condeferred:bool "
      "convalidated:bool conrelid:oid contypid:oid conindid:oid conparentid:oid confrelid:oid "
      "confupdtype:char confdeltype:char confmatchtype:char conislocal:bool coninhcount:int4 "
      "connoinherit:bool conkey:_int2 confkey:_int2 conbin:text" },
    { false, "pg_conversion", "oid:oid conname:name connamespace:oid" },
    { false, "pg_cursors", "name:text statement:text" },
    { false, "pg_default_acl",
      "oid:oid defaclrole:oid defaclnamespace:oid defaclobjtype:char defaclacl:_text" },
    { false, "pg_depend",
      "classid:oid objid:oid objsubid:int4 refclassid:oid refobjid:oid refobjsubid:int4 "
      "deptype:char" },
    { false, "pg_enum", "oid:oid enumtypid:oid enumsortorder:float4 enumlabel:name" },
    { false, "pg_event_trigger", "oid:oid evtname:name evtevent:name evtenabled:char" },
    { false, "pg_extension",
      "oid:oid extname:name extowner:oid extnamespace:oid extrelocatable:bool extversion:text" },
    { false, "pg_foreign_data_wrapper", "oid:oid fdwname:name fdwowner:oid fdwacl:_text" },
    { false, "pg_foreign_server",
      "oid:oid srvname:name srvowner:oid srvfdw:oid srvtype:text srvversion:text srvacl:_text "
      "srvoptions:_text" },
    { false, "pg_foreign_table", "ftrelid:oid ftserver:oid ftoptions:_text" },
    { false, "pg_index",
      "indexrelid:oid indrelid:oid indnatts:int2 indnkeyatts:int2 indisunique:bool "
      "indnullsnotdistinct:bool indisprimary:bool indisexclusion:bool indimmediate:bool "
      "indisclustered:bool indisvalid:bool indcheckxmin:bool indisready:bool indislive:bool "
      "indisreplident:bool indkey:_int2 indcollation:text indclass:text indoption:_int2 "
      "indexprs:text indpred:text" },
    { false, "pg_indexes",
      "schemaname:name tablename:name indexname:name tablespace:name indexdef:text" },
    { false, "pg_inherits", "inhrelid:oid inhparent:oid inhseqno:int4 inhdetachpending:bool" },
    { false, "pg_language", "oid:oid lanname:name lanowner:oid lanispl:bool lanpltrusted:bool" },
    { false, "pg_matviews",
      "schemaname:name matviewname:name matviewowner:name ispopulated:bool definition:text" },
    { false, "pg_opclass", "oid:oid opcmethod:oid opcname:name opcnamespace:oid" },
    { false, "pg_operator",
      "oid:oid oprname:name oprnamespace:oid oprleft:oid oprright:oid oprresult:oid oprcode:text" },
    { false, "pg_opfamily", "oid:oid opfmethod:oid opfname:name opfnamespace:oid" },
    { false, "pg_partitioned_table", "partrelid:oid partstrat:char partnatts:int2" },
    { false, "pg_policy",
      "oid:oid polname:name polrelid:oid polcmd:char polpermissive:bool polroles:_text "
      "polqual:text "
      "polwithcheck:text" },
    { false, "pg_prepared_statements", "name:text statement:text" },
    { false, "pg_proc",
      "oid:oid proname:name pronamespace:oid proowner:oid prolang:oid prokind:char prosecdef:bool "
      "proleakproof:bool proisstrict:bool proretset:bool provolatile:char proparallel:char "
      "pronargs:int2 prorettype:oid proargtypes:text proargnames:_text prosrc:text proacl:_text" },
    { false, "pg_publication",
      "oid:oid pubname:name pubowner:oid puballtables:bool pubinsert:bool pubupdate:bool "
      "pubdelete:bool pubtruncate:bool pubviaroot:bool" },
    { false, "pg_publication_namespace", "oid:oid pnpubid:oid pnnspid:oid" },
    { false, "pg_publication_rel", "oid:oid prpubid:oid prrelid:oid prqual:text prattrs:_int2" },
    { false, "pg_range", "rngtypid:oid rngsubtype:oid" },
    { false, "pg_rewrite",
      "oid:oid rulename:name ev_class:oid ev_type:char ev_enabled:char is_instead:bool "
      "ev_qual:text ev_action:text" },
    { false, "pg_rules", "schemaname:name tablename:name rulename:name definition:text" },
    { false, "pg_sequence",
      "seqrelid:oid seqtypid:oid seqstart:int8 seqincrement:int8 seqmax:int8 seqmin:int8 "
      "seqcache:int8 seqcycle:bool" },
    { false, "pg_sequences", "schemaname:name sequencename:name sequenceowner:name" },
    { false, "pg_shdescription", "objoid:oid classoid:oid description:text" },
    { false, "pg_stat_activity",
      "datid:oid datname:name pid:int4 usesysid:oid usename:name application_name:text "
      "state:text query:text" },
    { false, "pg_statistic_ext",
      "oid:oid stxrelid:oid stxname:name stxnamespace:oid stxowner:oid stxstattarget:int4 "
      "stxkeys:_int2 stxkind:_text stxexprs:text" },
    { false, "pg_subscription", "oid:oid subdbid:oid subname:name subowner:oid subenabled:bool" },
    { false, "pg_timezone_names", "name:text abbrev:text utc_offset:text is_dst:bool" },
    { false, "pg_trigger",
      "oid:oid tgrelid:oid tgparentid:oid tgname:name tgfoid:oid tgtype:int2 tgenabled:char "
      "tgisinternal:bool tgconstrrelid:oid tgconstrindid:oid tgconstraint:oid tgdeferrable:bool "
      "tginitdeferred:bool" },
    { false, "pg_ts_config", "oid:oid cfgname:name cfgnamespace:oid" },
    { false, "pg_ts_dict", "oid:oid dictname:name dictnamespace:oid" },
    { false, "pg_ts_parser", "oid:oid prsname:name prsnamespace:oid" },
    { false, "pg_ts_template", "oid:oid tmplname:name tmplnamespace:oid" },
    { false, "pg_user_mapping", "oid:oid umuser:oid umserver:oid" },
    { false, "pg_user_mappings", "umid:oid srvid:oid srvname:name umuser:oid usename:name" },
    { false, "pg_views", "schemaname:name viewname:name viewowner:name definition:text" },
    { true, "schemata",
      "catalog_name:name schema_name:name schema_owner:name default_character_set_catalog:name "
      "default_character_set_schema:name default_character_set_name:name sql_path:text" },
    { true, "tables",
      "table_catalog:name table_schema:name table_name:name table_type:text "
      "self_referencing_column_name:name reference_generation:text "
      "user_defined_type_catalog:name user_defined_type_schema:name user_defined_type_name:name "
      "is_insertable_into:text is_typed:text commit_action:text" },
    { true, "columns",
      "table_catalog:name table_schema:name table_name:name column_name:name ordinal_position:int4 "
      "column_default:text is_nullable:text data_type:text character_maximum_length:int4 "
      "character_octet_length:int4 numeric_precision:int4 numeric_precision_radix:int4 "
      "numeric_scale:int4 datetime_precision:int4 interval_type:text udt_catalog:name "
      "udt_schema:name udt_name:name dtd_identifier:name is_identity:text "
      "identity_generation:text is_generated:text generation_expression:text is_updatable:text" },
    { true, "views",
      "table_catalog:name table_schema:name table_name:name view_definition:text "
      "check_option:text is_updatable:text is_insertable_into:text" },
    { true, "table_constraints",
      "constraint_catalog:name constraint_schema:name constraint_name:name table_catalog:name "
      "table_schema:name table_name:name constraint_type:text is_deferrable:text "
      "initially_deferred:text" },
    { true, "key_column_usage",
      "constraint_catalog:name constraint_schema:name constraint_name:name table_catalog:name "
      "table_schema:name table_name:name column_name:name ordinal_position:int4 "
      "position_in_unique_constraint:int4" },
    { true, "constraint_column_usage",
      "table_catalog:name table_schema:name table_name:name column_name:name "
      "constraint_catalog:name constraint_schema:name constraint_name:name" },
    { true, "referential_constraints",
      "constraint_catalog:name constraint_schema:name constraint_name:name "
      "unique_constraint_schema:name unique_constraint_name:name match_option:text "
      "update_rule:text delete_rule:text" },
    { true, "sequences",
      "sequence_catalog:name sequence_schema:name sequence_name:name data_type:text" },
    { true, "routines",
      "specific_schema:name specific_name:name routine_schema:name routine_name:name "
      "routine_type:text data_type:text" },
    { true, "role_table_grants",
      "grantor:name grantee:name table_catalog:name table_schema:name table_name:name "
      "privilege_type:text is_grantable:text" },
};
const size_t TACIT_PG_N_TABLES = sizeof TACIT_PG_TABLES / sizeof TACIT_PG_TABLES[0];

bool tacit_pg_next_column(const char **list, tacit_pg_declared *out)
{
    const char *at = *list + strspn(*list, " "), *colon = strchr(at, ':');
    if (colon == NULL)
        return false;
    const size_t type = strcspn(colon + 1, " ");
    (void)snprintf(out->name, sizeof out->name, "%.*s", (int)(colon - at), at);
    (void)snprintf(out->type, sizeof out->type, "%.*s", (int)type, colon + 1);
    *list = colon + 1 + type;
    return true;
}

uint32_t tacit_pg_column_type(const char *name)
{
    tacit_pg_declared column;
    for (size_t i = 0; i < TACIT_PG_N_TABLES; i++)
        for (const char *list = TACIT_PG_TABLES[i].columns; tacit_pg_next_column(&list, &column);)
            if (strcmp(column.name, name) == 0)
                return tacit_pg_kind_named(column.type)->oid;
    return TACIT_PG_TEXT;
}

bool tacit_pg_has_table(const json_t *range)
{
    const char *space = json_string_value(json_object_get(range, "schemaname"));
    const char *name = json_string_value(json_object_get(range, "relname"));
    if (space == NULL)
        return name != NULL && strncmp(name, "pg_", 3) == 0;
    return strcmp(space, "pg_catalog") == 0 || strcmp(space, "information_schema") == 0;
}
