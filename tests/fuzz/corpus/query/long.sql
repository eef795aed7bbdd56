SELECT level(sex, 1), PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY age), CORR(age, income), COUNT(DISTINCT id)
-- a comment
FROM t AS s WHERE s.age BETWEEN 18 AND 64 AND sex = 'f' AND income IS NOT NULL GROUP BY 1